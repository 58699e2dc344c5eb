import { createHash } from 'node:crypto'
import type { ImportConfiguration, ImportRow } from '@guidebook/contracts'
import { outboxRows, storeInOutbox } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { type CsvFile, openCsv, UnreadableCsv } from '../csv/read-csv.ts'
import { batches } from './batches.ts'
import { type ColumnMap, mapColumns } from './columns.ts'
import { type DecidedRow, decideRows } from './decide-rows.ts'
import { previewRows } from './preview.ts'
import { createRunQueries, type RecordedRow } from './queries.ts'

export interface ImportOrder {
  run: string
  mail: string
  account: string
  attachment: number
  test: boolean
  configuration: ImportConfiguration
  /** Of the file in the object store. */
  key: string
}

/**
 * Reads a file to its end: each row is recorded and, unless this is a test, its command goes out with the record. A
 * file that can't be read at all, or lacks a column, fails as a whole. May be run again from the beginning after a crash:
 * what was recorded stays, and commands have the same ids.
 */
export const importFile = async (context: Context, order: ImportOrder): Promise<void> => {
  const opened = await open(context, order)
  const runs = createRunQueries(context.database.knex)
  if ('reason' in opened) return await runs.fail(order.run, opened.reason, context.clock.now())
  const { file, columns } = opened
  const dateFormat = order.configuration.format?.dateFormat ?? null
  await runs.describe(order.run, { ...file.dialect, dateFormat }, file.header)
  let broken: string | null = null
  const codes = new Set<number>()
  try {
    for await (const batch of batches(file.rows)) {
      const decided = await decideRows(context, order.account, order.configuration, columns, batch)
      await recordBatch(context, order, decided, codes)
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    // Rows before the broken place were commanded and stay; the report says so.
    broken = error.message
  }
  await runs.endReading(order.run, broken)
}

const open = async (
  context: Context,
  order: ImportOrder,
): Promise<{ file: CsvFile; columns: ColumnMap } | { reason: string }> => {
  try {
    const file = await openCsv(async () => (await context.objects.get(order.key)).stream, order.configuration.format)
    const mapping = mapColumns(file.header, order.configuration)
    if ('columns' in mapping) return { file, columns: mapping.columns }
    const found = mapping.found.length === 0 ? 'none' : mapping.found.join(', ')
    return { reason: `Columns are missing: ${mapping.missing.join(', ')}. Found were: ${found}.` }
  } catch (error) {
    if (error instanceof UnreadableCsv) return { reason: error.message }
    throw error
  }
}

const recordBatch = async (
  context: Context,
  order: ImportOrder,
  decided: readonly DecidedRow[],
  codes: Set<number>,
): Promise<void> => {
  const rows = order.test
    ? await testedRows(context, order, decided, codes)
    : decided.map((row) => commandedRow(order, row))
  await context.database.transaction(async (trx) => {
    const recorded = await createRunQueries(trx).record(order.run, rows)
    if (order.test) return
    const commands = decided.flatMap(({ row, request }) =>
      request === null || !recorded.has(row)
        ? []
        : outboxRows('release.create-requested.v1', {
            account: order.account,
            commandId: commandId(order, row),
            onExistingCode: order.configuration.onExistingCode,
            request,
          }),
    )
    await storeInOutbox(trx, commands)
  })
}

const commandedRow = (order: ImportOrder, { row, cells, downloadCode, request, errors }: DecidedRow): RecordedRow => ({
  row,
  cells,
  downloadCode,
  link: null,
  errors,
  status: request === null ? 'failed' : 'pending',
  command: request === null ? null : commandId(order, row),
})

const testedRows = async (
  context: Context,
  order: ImportOrder,
  decided: readonly DecidedRow[],
  codes: Set<number>,
): Promise<RecordedRow[]> => {
  const previewed = await previewRows(context, order.configuration, decided, codes)
  return previewed.map((row, index) => ({
    ...row,
    status: row.status satisfies ImportRow['status'],
    command: null,
    cells: decided[index]?.cells ?? [],
  }))
}

/** The same for the same row of the same mail, however often it is read: a UUID made from its place (RFC 9562, version 8). */
const commandId = ({ mail, attachment }: ImportOrder, row: number): string => {
  const hash = createHash('sha256').update(`${mail}/${attachment}/${row}`).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

import type { ImportConfiguration } from '@guidebook/contracts'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { type CsvFile, openCsv, UnreadableCsvError } from '../../csv/read-csv.ts'
import type { Explanation } from '../../explanation.ts'
import { type ColumnMap, mapColumns } from '../../row/columns.ts'
import { type DecidedRow, decideRows } from '../../row/decide-rows.ts'
import { previewRows } from '../../row/preview-rows.ts'
import { rowBatches } from '../../row/row-batches.ts'
import type { RunRow } from '../../run/queries.ts'
import { commandIds } from './command-id.ts'
import { createRecordQueries, type RecordedRow } from './record-queries.ts'

/** Called between two batches: whether the turn is over. */
export type ShouldStop = () => Promise<boolean>

/** Turns decided rows into rows to record. */
type Decide = (rows: readonly DecidedRow[]) => Promise<RecordedRow[]>

/**
 * Reads a run from its last recorded row to the end of its file. Each row is recorded with its release request, or, in a test, with its expected
 * outcome. An unreadable file, or one that lacks a column, is recorded with the reason. Returns whether the end was reached; otherwise, or after a
 * crash, another call continues.
 */
export const readRun = async (
  context: Context,
  run: RunRow,
  account: string,
  shouldStop: ShouldStop,
): Promise<boolean> => {
  const records = createRecordQueries(context.database.knex)
  const configuration = await readConfiguration(context.database.knex, account)
  const opened = await open(context, run, configuration)
  if ('explanation' in opened) {
    await records.endReading(run.id, opened.explanation)
    return true
  }
  const { file, columns } = opened
  await records.describe(
    run.id,
    { ...file.dialect, dateFormat: opened.configuration.format?.dateFormat ?? null },
    file.header,
  )
  const decide = run.test
    ? await testing(context, run, opened.configuration)
    : asking(commandIds(run.mail, run.attachment))
  /** The previous batch, which is recorded while the current one is read. */
  let recording = Promise.resolve(true)
  try {
    for await (const batch of rowBatches(file.rows, run.recorded_row)) {
      const decided = await decide(await decideRows(context, account, opened.configuration, columns, batch))
      if (!(await recording)) return false
      recording = record(context, run.id, decided)
      // Awaited with the next batch; until then a rejection must not count as unhandled.
      recording.catch(() => undefined)
      // Checked here so that every turn records a batch, even if skipping the recorded rows took the whole turn.
      if (await shouldStop()) {
        await recording
        return false
      }
    }
    if (!(await recording)) return false
    await records.endReading(run.id, null)
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) {
      await recording.catch(() => undefined)
      throw error
    }
    // Rows before the unreadable part stay; the report says so.
    if (!(await recording)) return false
    await records.endReading(run.id, error.explanation)
  }
  return true
}

const open = async (
  context: Context,
  { file_key: key }: RunRow,
  configuration: ImportConfiguration | null,
): Promise<
  { file: CsvFile; columns: ColumnMap; configuration: ImportConfiguration } | { explanation: Explanation }
> => {
  if (configuration === null || key === null) return { explanation: { id: 'file.not-set-up' } }
  try {
    const file = await openCsv(async () => (await context.objects.get(key)).stream, configuration.format)
    const mapping = mapColumns(file.header, configuration)
    if ('columns' in mapping) return { file, columns: mapping.columns, configuration }
    const [missing, found] = [mapping.missing.join(', '), mapping.found.join(', ')]
    if (found === '') return { explanation: { id: 'file.nothing-found', values: { missing } } }
    return { explanation: { id: 'file.missing-columns', values: { missing, found } } }
  } catch (error) {
    if (error instanceof UnreadableCsvError) return { explanation: error.explanation }
    throw error
  }
}

const record = async (context: Context, run: string, rows: readonly RecordedRow[]): Promise<boolean> => {
  const recorded = await createRecordQueries(context.database.knex).record(run, rows)
  context.wake.emit('rowsRecorded')
  return recorded
}

const asking =
  (commandId: (row: number) => string): Decide =>
  async (rows) =>
    rows.map(({ row, cells, downloadCode, request, errors }) => ({
      ...{ row, cells, downloadCode, request, errors, link: null },
      ...(request === null ? { status: 'failed', command: null } : { status: 'pending', command: commandId(row) }),
    }))

const testing = async (context: Context, run: RunRow, configuration: ImportConfiguration): Promise<Decide> => {
  const codes = await createRecordQueries(context.database.knex).createdCodes(run.id)
  return async (rows) => {
    const previewed = await previewRows(context, configuration, rows, codes)
    return previewed.map((row, index) => ({ ...row, command: null, request: null, cells: rows[index]?.cells ?? [] }))
  }
}

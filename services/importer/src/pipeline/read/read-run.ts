import { hash } from 'node:crypto'
import type { ImportConfiguration } from '@guidebook/contracts'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { type CsvFile, openCsv } from '../../csv/read-csv.ts'
import { UnreadableCsvError } from '../../csv/unreadable.ts'
import { type Columns, explainMissing, mapColumns } from '../../row/columns.ts'
import { type DecidedRow, decideRows } from '../../row/decide-rows.ts'
import { type EarlierRows, previewRows } from '../../row/preview-rows.ts'
import { recognisedDates } from '../../row/recognised-dates.ts'
import { rowBatches } from '../../row/row-batches.ts'
import { withoutEarlierSuccesses } from '../../run/earlier-successes.ts'
import type { RunRow } from '../../run/queries.ts'
import { endReading, type RecordedRow, recordRows } from './record-queries.ts'

/** Turns decided rows into rows to record. */
type Decide = (rows: readonly DecidedRow[]) => Promise<RecordedRow[]>

/**
 * Reads a run from its last recorded row to the end of its file. Each row is recorded with its release request, or, in a test, with its expected
 * outcome. An unreadable file, or one that lacks a column, is recorded with the reason; rows before the unreadable part stay. Returns whether the end
 * was reached; otherwise, or after a crash, another call continues. `isOver` is called between two batches: whether the turn is over.
 */
export const readRun = async (
  context: Context,
  run: RunRow,
  account: string,
  isOver: () => Promise<boolean>,
): Promise<boolean> => {
  const { knex } = context.database
  /** The previous batch, which is recorded while the current one is read and its hotels are looked up. */
  let recording = Promise.resolve(true)
  try {
    const { file, columns, configuration } = await open(context, run, account)
    const dates = recognisedDates(configuration, run.dialect?.dateFormat)
    const describe = () => {
      const dialect = JSON.stringify({ ...file.dialect, dateFormat: dates.stated() })
      return knex('runs')
        .where({ id: run.id })
        .update({ dialect, header: JSON.stringify(file.header) })
    }
    await describe()
    const decide = run.test ? await testing(context, run, configuration) : asking(run)
    for await (const batch of rowBatches(file.rows, run.recorded_row)) {
      const rows = await decideRows(context, account, configuration, columns, batch)
      dates.add(rows)
      if (!(await recording)) return false
      const { succeeded, others } = await withoutEarlierSuccesses(knex, run, configuration, rows)
      const unchanged = succeeded.map((row) => ({ ...row, command: null, request: null, cells: [] }))
      const decided = [...unchanged, ...(await decide(others))].toSorted((one, other) => one.row - other.row)
      recording = record(context, run, decided)
      // Awaited with the next batch; until then a rejection must not count as unhandled.
      recording.catch(() => undefined)
      // Checked here so that every turn records a batch, even if skipping the recorded rows took the whole turn.
      if (await isOver()) {
        await recording
        await describe()
        return false
      }
    }
    if (!(await recording)) return false
    await describe()
    await endReading(knex, run.id, null)
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) {
      await recording.catch(() => undefined)
      throw error
    }
    if (!(await recording)) return false
    await endReading(knex, run.id, error.explanation)
  }
  return true
}

interface OpenedFile {
  file: CsvFile
  columns: Columns
  configuration: ImportConfiguration
}

/** Throws `UnreadableCsvError`. */
const open = async (context: Context, { file_key: key }: RunRow, account: string): Promise<OpenedFile> => {
  const configuration = await readConfiguration(context.database.knex, account)
  if (configuration === null || key === null) throw new UnreadableCsvError({ id: 'file.not-set-up' })
  const file = await openCsv(async () => (await context.objects.get(key)).stream, configuration.format)
  const mapping = mapColumns(file.header, configuration)
  if ('columns' in mapping) return { file, columns: mapping.columns, configuration }
  throw new UnreadableCsvError(explainMissing(mapping))
}

const record = async (context: Context, { id }: RunRow, rows: readonly RecordedRow[]): Promise<boolean> => {
  const isRecorded = await recordRows(context.database.knex, id, rows)
  context.wake.emit('rowsRecorded')
  return isRecorded
}

const asking = (run: RunRow): Decide => {
  const commandId = commandIds(run)
  return async (rows) =>
    rows.map((row) => ({
      ...{ ...row, link: null },
      ...(row.request === null
        ? { status: 'failed', command: null }
        : { status: 'pending', command: commandId(row.row) }),
    }))
}

const testing = async (context: Context, run: RunRow, configuration: ImportConfiguration): Promise<Decide> => {
  // What the rows of an earlier turn stated is not known any more.
  const codes: number[] = await context.database
    .knex('rows')
    .where({ run: run.id })
    .whereIn('status', ['created', 'changed'])
    .pluck('download_code')
  const earlier: EarlierRows = new Map(codes.map((code) => [code, null]))
  return async (rows) => {
    const previewed = await previewRows(context, configuration, rows, earlier)
    return previewed.map((row, index) => ({ ...row, command: null, request: null, cells: rows[index]?.cells ?? [] }))
  }
}

/**
 * Ids of a file's commands: UUIDs of version 8 (RFC 9562), a hash of mail and attachment, then the number of the row. They depend on nothing else, so
 * reading a row again gives the same id. Ids of one file are consecutive, so that index inserts stay local.
 */
const commandIds = ({ mail, attachment }: RunRow): ((row: number) => string) => {
  const digest = hash('sha256', `${mail}/${attachment}`)
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  const prefix = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 24)}`
  return (row) => `${prefix}${row.toString(16).padStart(8, '0')}`
}

import type { ImportConfiguration } from '@guidebook/contracts'
import { readConfiguration } from '../../configuration/queries.ts'
import type { Context } from '../../context.ts'
import { type CsvFile, openCsv, UnreadableCsv } from '../../csv/read-csv.ts'
import { filled } from '../../interpolate.ts'
import { batches } from '../../row/row-batches.ts'
import { type ColumnMap, mapColumns } from '../../row/columns.ts'
import { commandIds } from './command-id.ts'
import { type DecidedRow, decideRows } from '../../row/decide-rows.ts'
import { previewRows } from '../../row/preview-rows.ts'
import type { RunRow } from '../../run/queries.ts'
import { createRecordQueries, type RecordedRow } from './record-queries.ts'
import { fileSentences } from '../../row/sentences.ts'

/** Asked between two batches: whether to stop here and let others have their turn. */
export type ShouldStop = () => Promise<boolean>

/** Makes rows that were read into rows to record. */
type Decide = (rows: readonly DecidedRow[]) => Promise<RecordedRow[]>

/**
 * Reads a run from behind its last recorded row to the end of its file: each row is recorded with the release that it asks for, or, in
 * a test, with what would become of it. A file that can't be read at all, or lacks a column, is recorded with the reason. Answers
 * whether the end was reached; if not, or after a crash, another reading goes on.
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
  if ('reason' in opened) {
    await records.endReading(run.id, opened.reason)
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
  /** The batch before this one: it is written while this one is read. */
  let recording = Promise.resolve(true)
  try {
    for await (const batch of batches(file.rows, run.recorded_row)) {
      const decided = await decide(await decideRows(context, account, opened.configuration, columns, batch))
      if (!(await recording)) return false
      recording = recordThenCommand(context, run.id, decided)
      // Looked at when the next batch is read; until then its failure is nobody's.
      recording.catch(() => undefined)
      // Only now: every turn records a batch, also when reading up to the last recorded row took the whole turn.
      if (await shouldStop()) {
        await recording
        return false
      }
    }
    if (!(await recording)) return false
    await records.endReading(run.id, null)
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) {
      await recording.catch(() => undefined)
      throw error
    }
    // Rows before the broken place stay; the report says so.
    if (!(await recording)) return false
    await records.endReading(run.id, error.message)
  }
  return true
}

const open = async (
  context: Context,
  { file_key: key }: RunRow,
  configuration: ImportConfiguration | null,
): Promise<{ file: CsvFile; columns: ColumnMap; configuration: ImportConfiguration } | { reason: string }> => {
  if (configuration === null || key === null) return { reason: fileSentences['not-set-up'] }
  try {
    const file = await openCsv(async () => (await context.objects.get(key)).stream, configuration.format)
    const mapping = mapColumns(file.header, configuration)
    if ('columns' in mapping) return { file, columns: mapping.columns, configuration }
    const [missing, found] = [mapping.missing.join(', '), mapping.found.join(', ')]
    const sentence = fileSentences[found === '' ? 'nothing-found' : 'missing-columns']
    return { reason: filled(sentence, { missing, found }) }
  } catch (error) {
    if (error instanceof UnreadableCsv) return { reason: error.message }
    throw error
  }
}

const recordThenCommand = async (context: Context, run: string, rows: readonly RecordedRow[]): Promise<boolean> => {
  const recorded = await createRecordQueries(context.database.knex).record(run, rows)
  context.wakeCommander()
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

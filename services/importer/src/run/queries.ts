import type { ImportRow } from '@guidebook/contracts'
import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { CsvDialect } from '../csv/read-csv.ts'
import type { RowError } from './row-errors.ts'

export type RunState = 'quarantined' | 'processing' | 'completed' | 'failed'

export interface RunRow {
  id: string
  mail: string
  account: string | null
  attachment: number
  file_name: string | null
  file_sha256: string
  test: boolean
  state: RunState
  reason: string | null
  dialect: (CsvDialect & { dateFormat: string | null }) | null
  header: string[] | null
  read_completely: boolean
  created_at: Date
  finished_at: Date | null
}

export interface RunFile {
  id: string
  mail: string
  account: string | null
  attachment: number
  fileName: string | null
  fileSha256: string
  test: boolean
}

export interface RecordedRow {
  row: number
  status: ImportRow['status']
  command: string | null
  downloadCode: number | null
  link: string | null
  cells: readonly string[]
  errors: readonly RowError[]
}

export interface StoredRow {
  row: number
  status: ImportRow['status']
  download_code: number | null
  link: string | null
  cells: string[]
  errors: RowError[]
}

export const createRunQueries = (db: Knex | Knex.Transaction) => ({
  /** Begins the run of an attachment, or finds the one that was begun before a crash or held in quarantine. Answers its id. */
  async begin(file: RunFile, state: RunState, reason: string | null, now: Date): Promise<string> {
    const { rows } = await db.raw(
      `insert into runs (id, mail, account, attachment, file_name, file_sha256, test, state, reason, created_at, finished_at)
       values (:id, :mail, :account, :attachment, :fileName, :fileSha256, :test, :state, :reason, :now, :finishedAt)
       on conflict (mail, attachment) do update
         set state = excluded.state, account = excluded.account, reason = excluded.reason, finished_at = excluded.finished_at
       returning id`,
      { ...file, state, reason, now, finishedAt: state === 'failed' ? now : null },
    )
    return rows[0].id
  },

  async find(id: string): Promise<RunRow | undefined> {
    return isUuid(id) ? await db('runs').where({ id }).first() : undefined
  },

  /** Another run of the account that has imported, or is importing, the same bytes. */
  async findSameFile(
    account: string,
    sha256: string,
    mail: string,
  ): Promise<Pick<RunRow, 'id' | 'created_at'> | undefined> {
    return await db('runs')
      .where({ account, file_sha256: sha256, test: false })
      .whereIn('state', ['processing', 'completed'])
      .whereNot({ mail })
      .first('id', 'created_at')
  },

  async describe(id: string, dialect: NonNullable<RunRow['dialect']>, header: readonly string[]): Promise<void> {
    await db('runs')
      .where({ id })
      .update({ dialect: JSON.stringify(dialect), header: JSON.stringify(header) })
  },

  async fail(id: string, reason: string, now: Date): Promise<void> {
    await db('runs').where({ id }).update({ state: 'failed', reason, finished_at: now, read_completely: true })
  },

  /** No more rows will come: the file has ended, or can't be read beyond this place for the reason given. */
  async endReading(id: string, reason: string | null): Promise<void> {
    await db('runs').where({ id }).update({ read_completely: true, reason })
  },

  async finish(id: string, state: 'completed' | 'failed', now: Date): Promise<void> {
    await db('runs').where({ id }).update({ state, finished_at: now })
  },

  /** Records rows; those that a run interrupted earlier has recorded already stay. Answers the numbers of the new ones. */
  async record(run: string, recorded: readonly RecordedRow[]): Promise<Set<number>> {
    const { rows } = await db.raw(
      `insert into rows (run, row, status, command, download_code, link, cells, errors)
       select ?::uuid, r.row, r.status, r.command, r."downloadCode", r.link, r.cells, r.errors
       from jsonb_to_recordset(?::jsonb) as r(
         row integer, status text, command uuid, "downloadCode" bigint, link text, cells jsonb, errors jsonb)
       on conflict (run, row) do nothing
       returning row`,
      [run, JSON.stringify(recorded)],
    )
    return new Set(rows.map(({ row }: { row: number }) => row))
  },

  /** Writes down what became of a row's command; answers the run, or `null` when no row waits for this command. */
  async settleRow(
    command: string,
    outcome: { status: ImportRow['status']; link: string | null; errors: readonly RowError[] },
  ): Promise<string | null> {
    const { rows } = await db.raw(
      `update rows set status = :status, link = :link, errors = :errors::jsonb where command = :command returning run`,
      { command, status: outcome.status, link: outcome.link, errors: JSON.stringify(outcome.errors) },
    )
    return rows[0]?.run ?? null
  },

  /**
   * Locks a run and says whether all of it is decided. The lock makes two rows that settle at once see each other: without
   * it both would find the other one pending, and nobody would end the run.
   */
  async lockDecided(id: string): Promise<RunRow | null> {
    const run = (await db('runs').where({ id }).forUpdate().first()) as RunRow | undefined
    if (run === undefined || run.state !== 'processing' || !run.read_completely) return null
    const pending = await db('rows').where({ run: id, status: 'pending' }).first('row')
    return pending === undefined ? run : null
  },

  async ofMail(mail: string): Promise<RunRow[]> {
    return await db('runs').where({ mail }).orderBy('attachment')
  },

  async rows(run: string): Promise<StoredRow[]> {
    return await db('rows')
      .where({ run })
      .orderBy('row')
      .select('row', 'status', 'download_code', 'link', 'cells', 'errors')
  },
})

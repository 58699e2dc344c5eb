import type { ImportRow } from '@guidebook/contracts'
import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { CsvDialect } from '../csv/read-csv.ts'
import { type Explanation, verbatim } from '../explanation.ts'
import type { StoredRowError } from '../row/row-errors.ts'

export type RunState = 'quarantined' | 'processing' | 'completed' | 'failed'

export interface RunRow {
  id: string
  mail: string
  account: string | null
  attachment: number
  file_name: string | null
  file_sha256: string
  file_key: string | null
  test: boolean
  state: RunState
  /** Of runs before there was a catalogue: an English sentence. */
  reason: string | null
  /** Why the run failed or is in quarantine. */
  explanation: Explanation | null
  dialect: (CsvDialect & { dateFormat: string | null }) | null
  header: string[] | null
  read_completely: boolean
  /** The last recorded row. */
  recorded_row: number
  pending: number
  created: number
  changed: number
  unchanged: number
  failed: number
  attempts: number
  created_at: Date
  finished_at: Date | null
}

export interface StoredRow {
  row: number
  status: ImportRow['status']
  download_code: number | null
  link: string | null
  errors: StoredRowError[]
}

/** Why the run failed or is in quarantine, `null` for others. */
export const reasonOf = ({ explanation, reason }: Pick<RunRow, 'explanation' | 'reason'>): Explanation | null =>
  explanation ?? (reason === null ? null : verbatim(reason))

export const createRunQueries = (db: Knex | Knex.Transaction) => ({
  async find(id: string): Promise<RunRow | undefined> {
    return isUuid(id) ? await db('runs').where({ id }).first() : undefined
  },

  async ofMail(mail: string): Promise<RunRow[]> {
    return await db('runs').where({ mail }).orderBy('attachment')
  },

  /** Like `ofMail`, and locks the runs until the transaction ends. */
  async lockOfMail(mail: string): Promise<RunRow[]> {
    return await db('runs').where({ mail }).orderBy('attachment').forUpdate()
  },

  async finish(id: string, state: 'completed' | 'failed', now: Date): Promise<void> {
    await db('runs').where({ id }).update({ state, finished_at: now })
  },
})

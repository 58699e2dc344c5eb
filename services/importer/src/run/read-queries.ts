import type { ImportRow, ImportRun } from '@guidebook/contracts'
import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { RunRow, StoredRow } from './queries.ts'

export type ListedRow = Omit<StoredRow, 'cells'>

export interface RunWithMail extends RunRow {
  sender: string | null
  subject: string | null
  received_at: Date
  /** Key of the raw mail in the object store; empty when it was too large to be read. */
  raw_key: string
}

const columns = 'r.*, m.sender, m.subject, m.received_at, m.raw_key'

export interface RunSearch {
  /** Absent: the runs of all accounts and of unknown senders. */
  account?: string | undefined
  state?: ImportRun['state'] | undefined
  limit: number
  /** Only runs older than this one. */
  before: string | null
}

/** Runs, newest first. */
export const listRuns = async (
  db: Knex | Knex.Transaction,
  { account = null, state = null, limit, before }: { [Name in keyof RunSearch]: RunSearch[Name] | null },
): Promise<RunWithMail[]> => {
  // A malformed identifier names no account.
  if (account !== null && !isUuid(account)) return []
  const { rows } = await db.raw(
    `select ${columns} from runs r join mails m on m.id = r.mail
     where (:account::uuid is null or r.account = :account::uuid)
       and (:state::text is null or r.state = :state) and (:before::uuid is null or r.id < :before::uuid)
     order by r.id desc limit :limit`,
    { account, state, limit, before },
  )
  return rows
}

export interface RowSearch {
  status?: ImportRow['status'] | undefined
  limit: number
  /** Only rows below this one. */
  after: number | null
}

/** Rows of a run in order, without their cells. */
export const listRows = async (
  db: Knex | Knex.Transaction,
  run: string,
  { status, limit, after }: RowSearch,
): Promise<ListedRow[]> => {
  const { rows } = await db.raw(
    `select row, status, download_code, link, errors from rows
     where run = :run and (:status::text is null or status = :status) and row > coalesce(:after::integer, 0)
     order by row limit :limit`,
    { run, status: status ?? null, limit, after },
  )
  return rows
}

/** A run of the account, or of any account when `account` is null. */
export const findRun = async (
  db: Knex | Knex.Transaction,
  id: string,
  account: string | null,
): Promise<RunWithMail | undefined> => {
  if (!isUuid(id)) return undefined
  const { rows } = await db.raw(
    `select ${columns} from runs r join mails m on m.id = r.mail
     where r.id = :id and (:account::uuid is null or r.account = :account::uuid)`,
    { id, account },
  )
  return rows[0]
}

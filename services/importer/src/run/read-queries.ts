import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { RunRow } from './queries.ts'

export interface RunWithCounts extends RunRow {
  sender: string | null
  subject: string | null
  received_at: Date
  counts: Partial<Record<string, number>>
}

const columns = `r.*, m.sender, m.subject, m.received_at,
  coalesce((
    select json_object_agg(status, n) from (select status, count(*) as n from rows where run = r.id group by status) c
  ), '{}') as counts`

/** An account's runs, newest first. */
export const listRuns = async (
  db: Knex | Knex.Transaction,
  account: string,
  limit: number,
  before: string | null,
): Promise<RunWithCounts[]> => {
  const { rows } = await db.raw(
    `select ${columns} from runs r join mails m on m.id = r.mail
     where r.account = :account and (:before::uuid is null or r.id < :before::uuid)
     order by r.id desc limit :limit`,
    { account, limit, before },
  )
  return rows
}

/** One run; of this account only, or of any when `account` is null. */
export const findRun = async (
  db: Knex | Knex.Transaction,
  id: string,
  account: string | null,
): Promise<RunWithCounts | undefined> => {
  if (!isUuid(id)) return undefined
  const { rows } = await db.raw(
    `select ${columns} from runs r join mails m on m.id = r.mail
     where r.id = :id and (:account::uuid is null or r.account = :account::uuid)`,
    { id, account },
  )
  return rows[0]
}

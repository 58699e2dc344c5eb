import { isUuid } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { RunRow } from './queries.ts'

export interface RunWithMail extends RunRow {
  sender: string | null
  subject: string | null
  received_at: Date
}

const columns = 'r.*, m.sender, m.subject, m.received_at'

/** An account's runs, newest first. */
export const listRuns = async (
  db: Knex | Knex.Transaction,
  account: string,
  limit: number,
  before: string | null,
): Promise<RunWithMail[]> => {
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
): Promise<RunWithMail | undefined> => {
  if (!isUuid(id)) return undefined
  const { rows } = await db.raw(
    `select ${columns} from runs r join mails m on m.id = r.mail
     where r.id = :id and (:account::uuid is null or r.account = :account::uuid)`,
    { id, account },
  )
  return rows[0]
}

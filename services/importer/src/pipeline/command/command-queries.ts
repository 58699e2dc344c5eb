import type { ReleaseRequest } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { UnsettledCommandRow } from '../../generated/rows.ts'
import { isSuspended } from '../suspended-account.ts'

/** A row that waits for its command; with `null` fields the run has no further row. */
export interface WaitingRow {
  run: string
  recorded: number
  row: number | null
  command: string | null
  code: number | null
  request: ReleaseRequest | null
  /** Who uploaded the file; `null` for a file by mail. */
  actor: string | null
}

/**
 * Accounts with waiting rows and at most so many unsettled commands; the one served longest ago comes first. The rows of a suspended account wait
 * until it is reactivated.
 */
export const waitingAccounts = async (knex: Knex, mostUnsettled: number): Promise<string[]> => {
  const { rows } = await knex.raw(
    `select t.account from account_turns t
     where exists (select 1 from runs r where r.account = t.account and r.state = 'processing' and not r.test
         and r.commanded_row < r.recorded_row)
       and (select count(*) from unsettled_commands c where c.account = t.account) <= :mostUnsettled
       and not ${isSuspended('t.account')}
     order by t.commanded_at nulls first`,
    { mostUnsettled },
  )
  return rows.map(({ account }: { account: string }) => account)
}

/** Locks the account's turn until the transaction ends; `false` when another process holds it. */
export const lockTurn = async (trx: Knex.Transaction, account: string, now: Date): Promise<boolean> => {
  const free = trx('account_turns').where({ account }).forUpdate().skipLocked().select('account')
  return (await trx('account_turns').where('account', free).update({ commanded_at: now })) === 1
}

/** Puts the account behind the others that wait. */
export const yieldTurn = async (knex: Knex, account: string, now: Date): Promise<void> => {
  await knex('account_turns').where({ account }).update({ commanded_at: now })
}

/** The next waiting rows of the account, in the order of its files. */
export const nextRows = async (trx: Knex.Transaction, account: string, limit: number): Promise<WaitingRow[]> => {
  const { rows } = await trx.raw(
    `select u.id as run, u.recorded_row as recorded, w.row, w.command, w.download_code as code, w.request,
       m.uploaded_by as actor
     from runs u join mails m on m.id = u.mail left join lateral (
       select row, command, download_code, request from rows
       where run = u.id and row > u.commanded_row and row <= u.recorded_row and status = 'pending'
       order by row limit :limit
     ) w on true
     where u.account = :account and u.state = 'processing' and not u.test and u.commanded_row < u.recorded_row
     order by u.mail, u.attachment, w.row limit :limit`,
    { account, limit },
  )
  return rows
}

/** Records the row of each run up to which all commands are sent. */
export const advanceRuns = async (trx: Knex.Transaction, positions: ReadonlyMap<string, number>): Promise<void> => {
  await trx.raw(
    `update runs set commanded_row = p.row from unnest(:runs::uuid[], :rows::integer[]) as p(run, row)
     where runs.id = p.run and runs.commanded_row < p.row`,
    { runs: [...positions.keys()], rows: [...positions.values()] },
  )
}

export const recordSent = async (trx: Knex.Transaction, sent: readonly UnsettledCommandRow[]): Promise<void> => {
  await trx.raw(
    `insert into unsettled_commands select * from json_populate_recordset(null::unsettled_commands, :sent)
     on conflict (command) do nothing`,
    { sent: JSON.stringify(sent) },
  )
}

/**
 * Unsettled commands whose message left before the time given. One that still waits in the outbox has not left, and one that waited there for long
 * left later than its command was recorded.
 */
export const unansweredCommands = (knex: Knex, before: Date, limit: number): Promise<string[]> =>
  knex('unsettled_commands as c')
    .where('c.sent_at', '<=', before)
    .whereNotExists(knex('outbox as o').whereRaw('o.message_id = c.message').select('*'))
    .whereNotExists(
      knex('sent_messages as s').whereRaw('s.message_id = c.message').where('s.sent_at', '>', before).select('*'),
    )
    .orderBy('c.sent_at')
    .limit(limit)
    .pluck('c.command')

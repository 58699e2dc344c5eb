import { uuidv7, withLease } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { after, type Context, leaseTimes } from '../../context.ts'
import type { RunRow } from '../../run/queries.ts'

/** Waiting accounts that no reader serves, each with its first run that has unread rows. */
const waitingTurns = `account_turns t cross join lateral (
    select r.retry_at from runs r
    where r.account = t.account and r.state = 'processing' and not r.read_completely
    order by r.mail, r.attachment limit 1) first
  where (t.leased_until is null or t.leased_until < :now) and (first.retry_at is null or first.retry_at <= :now)`

/**
 * Works for the waiting account that was served longest ago, one run of it at a time in the order of its mails. `lost` aborts when another process
 * has the account. Returns whether an account waited.
 */
export const withTurn = async (
  context: Context,
  work: (account: string, lost: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const { clock, log, database } = context
  const { knex } = database
  const reader = uuidv7()
  const { rows } = await knex.raw(
    `update account_turns set reader = :reader, leased_until = :until, read_at = :now
     where account = (
       select t.account from ${waitingTurns} order by t.read_at nulls first limit 1 for update of t skip locked)
     returning account`,
    { reader, now: clock.now(), until: after(context, leaseTimes.leaseMs) },
  )
  if (rows.length === 0) return false
  const { account } = rows[0]
  const turn = () => knex('account_turns').where({ account, reader })
  const renew = async () => (await turn().update({ leased_until: after(context, leaseTimes.leaseMs) })) === 1
  try {
    await withLease({ ...leaseTimes, renew, log }, (lost) => work(account, lost))
  } finally {
    await turn().update({ reader: null, leased_until: null })
  }
  return true
}

/** Whether another account waits for a reader. */
export const doOthersWait = async (knex: Knex, now: Date): Promise<boolean> => {
  const { rows } = await knex.raw(`select 1 from ${waitingTurns} limit 1`, { now })
  return rows.length > 0
}

export const firstRun = async (knex: Knex, account: string): Promise<RunRow | undefined> =>
  await knex('runs')
    .where({ account, state: 'processing', read_completely: false })
    .orderBy(['mail', 'attachment'])
    .first()

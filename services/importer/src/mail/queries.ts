import type { Knex } from 'knex'
import type { MailRow } from '../generated/rows.ts'

/** The turn of senders that are unknown, not authentic, or not verified for long. */
export const sharedTurn = '00000000-0000-0000-0000-000000000000'

/** The key of the lock that serialises claims: a concurrent claim would not see that the oldest mail of an account has just been leased. */
const claimLock = 'importer claim of a mail'

/**
 * Leases a mail of the waiting account that was served longest ago; `undefined` when none can be handled. An account has one mail in handling at a
 * time, its oldest, so that a small list never overtakes a large one that was sent before it. Mails of the shared turn have no order. The attempt is
 * counted before it begins: a mail that ends the process must not be handled forever. From the second attempt on, one mail is handled at a time, so
 * that those that were merely in handling when the process ended do not end with it again.
 */
export const claimMail = async (knex: Knex, now: Date, until: Date): Promise<MailRow | undefined> => {
  // Most queries find nothing, and need no transaction.
  if ((await knex('mails').whereRaw("state = 'stored'").first('id')) === undefined) return undefined
  return await knex.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(:claimLock, 0))', { claimLock })
    const { rows } = await trx.raw(
      `with next as (
         select first.id, t.account from mail_turns t cross join lateral (
           select m.id, m.leased_until, m.attempts from mails m
           where m.turn_account = t.account and m.state = 'stored'
             and (t.account <> :sharedTurn or m.leased_until is null or m.leased_until < :now)
           order by m.id limit 1) first
         where (first.leased_until is null or first.leased_until < :now)
           and (first.attempts = 0 or not exists (
             select from mails other where other.state = 'stored' and other.attempts > 1 and other.leased_until >= :now))
         order by t.taken_at nulls first limit 1),
       turn as (update mail_turns t set taken_at = :now from next where t.account = next.account)
       update mails set leased_until = :until, attempts = attempts + 1 from next where mails.id = next.id and mails.state = 'stored'
       returning mails.*`,
      { now, until, sharedTurn },
    )
    return rows[0]
  })
}

export const lockMail = async (trx: Knex.Transaction, id: string): Promise<MailRow | undefined> =>
  await trx<MailRow>('mails').where({ id }).forUpdate().first()

/** Ends the current step of a mail, and its lease. */
export const settleMail = async (
  trx: Knex.Transaction,
  id: string,
  state: MailRow['state'],
  reason: string | null,
  now: Date,
): Promise<void> => {
  const finished_at = state === 'processing' ? null : now
  await trx('mails').where({ id }).update({ state, reason, finished_at, leased_until: null })
}

/** The account that lists the address as a sender. */
export const accountOfSender = async (knex: Knex, address: string | null): Promise<string | null> => {
  const row = await knex('import_senders').where({ address }).first('account')
  return row?.account ?? null
}

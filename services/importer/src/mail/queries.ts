import type { Knex } from 'knex'
import type { MailRow } from '../generated/rows.ts'

/** Leases the oldest mail of the waiting account that was served longest ago; `undefined` when no mail waits. */
export const claimMail = async (knex: Knex, now: Date, until: Date): Promise<MailRow | undefined> => {
  const { rows } = await knex.raw(
    `with next as (
       select first.id, t.account from mail_turns t cross join lateral (
         select m.id from mails m
         where m.turn_account = t.account and m.state = 'stored' and (m.leased_until is null or m.leased_until < :now)
         order by m.id limit 1 for update skip locked) first
       order by t.taken_at nulls first limit 1),
     turn as (update mail_turns t set taken_at = :now from next where t.account = next.account)
     update mails set leased_until = :until from next where mails.id = next.id
     returning mails.*`,
    { now, until },
  )
  return rows[0]
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

import type { Knex } from 'knex'
import type { RunRow } from '../../run/queries.ts'

/** The account's first run with unread rows. */
const firstToRead = `select r.id, r.retry_at from runs r
  where r.account = t.account and r.state = 'processing' and not r.read_completely
  order by r.mail, r.attachment limit 1`

const isFree = '(t.leased_until is null or t.leased_until < :now)'
const isDue = '(first.retry_at is null or first.retry_at <= :now)'

/** Assigns accounts to readers: one run of an account at a time, in the order of the mails. */
export const createTurnQueries = (knex: Knex) => ({
  /** Leases the waiting account that was served longest ago; `undefined` when no account waits. */
  async take(reader: string, now: Date, until: Date): Promise<string | undefined> {
    const { rows } = await knex.raw(
      `update account_turns set reader = :reader, leased_until = :until, read_at = :now
       where account = (
         select t.account from account_turns t cross join lateral (${firstToRead}) first
         where ${isFree} and ${isDue}
         order by t.read_at nulls first limit 1
         for update of t skip locked)
       returning account`,
      { reader, now, until },
    )
    return rows[0]?.account
  },

  async firstRun(account: string): Promise<RunRow | undefined> {
    return await knex('runs')
      .where({ account, state: 'processing', read_completely: false })
      .orderBy(['mail', 'attachment'])
      .first()
  },

  async renew(account: string, reader: string, until: Date): Promise<boolean> {
    return (await knex('account_turns').where({ account, reader }).update({ leased_until: until })) === 1
  },

  async end(account: string, reader: string): Promise<void> {
    await knex('account_turns').where({ account, reader }).update({ reader: null, leased_until: null })
  },

  /** Whether another account waits for a reader. */
  async othersWait(now: Date): Promise<boolean> {
    const { rows } = await knex.raw(
      `select 1 from account_turns t cross join lateral (${firstToRead}) first where ${isFree} and ${isDue} limit 1`,
      { now },
    )
    return rows.length > 0
  },
})

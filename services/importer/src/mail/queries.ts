import type { Knex } from 'knex'

export type MailState = 'stored' | 'processing' | 'completed' | 'failed' | 'quarantined'

export interface MailRow {
  id: string
  mailbox: string
  uid_validity: number
  uid: number
  raw_key: string
  raw_sha256: string
  /** The first mail with the same bytes, which is handled instead of this one. */
  same_as: string | null
  message_id: string | null
  sender: string | null
  subject: string | null
  account: string | null
  test: boolean
  state: MailState
  reason: string | null
  released_by: string | null
  received_at: Date
  filed_to: string | null
  attempts: number
  automatic: boolean
}

export const createMailQueries = (db: Knex | Knex.Transaction) => ({
  /** Leases the oldest mail of the waiting account that was served longest ago; `undefined` when no mail waits. */
  async claim(now: Date, leaseMs: number): Promise<MailRow | undefined> {
    const { rows } = await db.raw(
      `with next as (
         select first.id, t.account from mail_turns t cross join lateral (
           select m.id from mails m
           where m.turn_account = t.account and m.state = 'stored' and (m.leased_until is null or m.leased_until < :now)
           order by m.id limit 1 for update skip locked) first
         order by t.taken_at nulls first limit 1),
       turn as (update mail_turns t set taken_at = :now from next where t.account = next.account)
       update mails set leased_until = :until from next where mails.id = next.id
       returning mails.*`,
      { now, until: new Date(now.getTime() + leaseMs) },
    )
    return rows[0]
  },

  async describe(
    id: string,
    about: {
      messageId: string | null
      sender: string | null
      subject: string
      account: string | null
      test: boolean
      automatic: boolean
    },
  ): Promise<void> {
    await db('mails').where({ id }).update({
      message_id: about.messageId,
      sender: about.sender,
      subject: about.subject,
      account: about.account,
      test: about.test,
      automatic: about.automatic,
    })
  },

  async markAutomatic(id: string): Promise<void> {
    await db('mails').where({ id }).update({ automatic: true })
  },

  async settle(id: string, state: MailState, reason: string | null, now: Date): Promise<void> {
    const finished = state === 'processing' || state === 'stored' ? null : now
    await db('mails').where({ id }).update({ state, reason, finished_at: finished, leased_until: null })
  },

  /** Extends the lease; `false` when the mail has been decided by another process. */
  async renewLease(id: string, until: Date): Promise<boolean> {
    return (await db('mails').where({ id, state: 'stored' }).update({ leased_until: until })) === 1
  },

  /** Ends the lease: immediately and uncounted (`null`) after an outage, otherwise at `retryAt` as a counted attempt. */
  async releaseLease(id: string, retryAt: Date | null): Promise<void> {
    await db('mails')
      .where({ id })
      .update({ leased_until: retryAt, attempts: db.raw('attempts + ?', [retryAt === null ? 0 : 1]) })
  },

  /** Defers a mail until the time given, as an uncounted attempt: a dependency of this mail alone is unavailable. */
  async defer(id: string, until: Date): Promise<void> {
    await db('mails').where({ id }).update({ leased_until: until })
  },

  async lock(id: string): Promise<MailRow | undefined> {
    return await db('mails').where({ id }).forUpdate().first()
  },

  /** An earlier mail of the account with this Message-ID that is no test and is completed or in process. */
  async findEarlier(id: string, account: string, messageId: string): Promise<Pick<MailRow, 'id'> | undefined> {
    return await db('mails')
      .where({ account, message_id: messageId, test: false })
      .whereIn('state', ['processing', 'completed'])
      .whereNot({ id })
      .first('id')
  },

  /** The account that lists the address as a sender. */
  async accountOf(address: string): Promise<string | null> {
    const row = await db('import_senders').where({ address }).first('account')
    return row?.account ?? null
  },

  /** Releases a mail from quarantine: it is handled again as trusted, in the account's turn. */
  async release(id: string, actor: string, account: string): Promise<void> {
    await db('mail_turns').insert({ account }).onConflict().ignore()
    const released = { state: 'stored', reason: null, released_by: actor, finished_at: null, turn_account: account }
    await db('mails').where({ id }).update(released)
  },
})

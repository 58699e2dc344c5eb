import type { Knex } from 'knex'

export type MailState = 'stored' | 'processing' | 'completed' | 'failed' | 'quarantined'

export interface MailRow {
  id: string
  mailbox: string
  uid_validity: number
  uid: number
  raw_key: string
  raw_sha256: string
  /** The mail that was handled for this one, whose bytes are the same. */
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
  /** Takes a mail, for `leaseMs`: the oldest of the account that waits and was served longest ago; `undefined` when none waits. */
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

  /** Gives a mail back: at once and uncounted (`null`) when something was away, else counted and not before `retryAt`. */
  async putBack(id: string, retryAt: Date | null): Promise<void> {
    await db('mails')
      .where({ id })
      .update({ leased_until: retryAt, attempts: db.raw('attempts + ?', [retryAt === null ? 0 : 1]) })
  },

  /** Gives a mail back uncounted, to be taken up again at `until`: what it hangs on is away, but nothing that others need. */
  async defer(id: string, until: Date): Promise<void> {
    await db('mails').where({ id }).update({ leased_until: until })
  },

  async lock(id: string): Promise<MailRow | undefined> {
    return await db('mails').where({ id }).forUpdate().first()
  },

  /** An earlier mail of the account with this Message-ID that was not merely a test and came to an end or is under way. */
  async findEarlier(id: string, account: string, messageId: string): Promise<Pick<MailRow, 'id'> | undefined> {
    return await db('mails')
      .where({ account, message_id: messageId, test: false })
      .whereIn('state', ['processing', 'completed'])
      .whereNot({ id })
      .first('id')
  },

  /** The account that an address may send for. */
  async accountOf(address: string): Promise<string | null> {
    const row = await db('import_senders').where({ address }).first('account')
    return row?.account ?? null
  },

  /** Lets a mail out of quarantine: it is handled again, its sender believed, in the account's turn. */
  async release(id: string, actor: string, account: string): Promise<void> {
    await db('mail_turns').insert({ account }).onConflict().ignore()
    const released = { state: 'stored', reason: null, released_by: actor, finished_at: null, turn_account: account }
    await db('mails').where({ id }).update(released)
  },
})

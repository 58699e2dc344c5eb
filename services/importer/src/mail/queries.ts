import type { Knex } from 'knex'

export type MailState = 'stored' | 'processing' | 'completed' | 'failed' | 'quarantined'

export interface MailRow {
  id: string
  mailbox: string
  uid_validity: number
  uid: number
  raw_key: string
  raw_sha256: string
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

export interface NewMail {
  id: string
  mailbox: string
  uidValidity: number
  uid: number
  rawKey: string
  rawSha256: string
  bytes: number
  receivedAt: Date
}

export const createMailQueries = (db: Knex | Knex.Transaction) => ({
  /** Stores a fetched mail; one that is there already (same place) stays as it is. */
  async store(mail: NewMail): Promise<void> {
    await db.raw(
      `insert into mails (id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, received_at)
       values (:id, :mailbox, :uidValidity, :uid, :rawKey, :rawSha256, :bytes, :receivedAt)
       on conflict (mailbox, uid_validity, uid) do nothing`,
      { ...mail },
    )
  },

  /** A mail that will not be read, with the reason; it is filed like any other. */
  async storeRefused(mail: NewMail, reason: string): Promise<void> {
    await db.raw(
      `insert into mails (id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, received_at, state, reason, finished_at)
       values (:id, :mailbox, :uidValidity, :uid, :rawKey, :rawSha256, :bytes, :receivedAt, 'failed', :reason, :receivedAt)
       on conflict (mailbox, uid_validity, uid) do nothing`,
      { ...mail, reason },
    )
  },

  /** Those of the UIDs that have been fetched before. */
  async knownUids(mailbox: string, uidValidity: number, uids: readonly number[]): Promise<Set<number>> {
    const rows = await db('mails')
      .where({ mailbox, uid_validity: uidValidity })
      .whereRaw('uid = any(?::bigint[])', [[...uids]])
      .pluck('uid')
    return new Set(rows.map(Number))
  },

  /** Mails whose end is committed and which still lie where they were fetched. */
  async toFile(mailbox: string, uidValidity: number): Promise<Pick<MailRow, 'id' | 'uid' | 'state'>[]> {
    return await db('mails')
      .where({ mailbox, uid_validity: uidValidity, filed_to: null })
      .whereIn('state', ['completed', 'failed', 'quarantined'])
      .orderBy('uid')
      .limit(200)
      .select('id', 'uid', 'state')
  },

  async markFiled(id: string, folder: string): Promise<void> {
    await db('mails').where({ id }).update({ filed_to: folder })
  },

  /** Takes the oldest mail that waits, for `leaseMs`; `undefined` when none does. */
  async claim(now: Date, leaseMs: number): Promise<MailRow | undefined> {
    const { rows } = await db.raw(
      `update mails set leased_until = :until
       where id = (
         select id from mails
         where state = 'stored' and (leased_until is null or leased_until < :now)
         order by id limit 1 for update skip locked)
       returning *`,
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

  /** Lets a mail out of quarantine: it is handled again, its sender believed. */
  async release(id: string, actor: string): Promise<void> {
    await db('mails').where({ id }).update({ state: 'stored', reason: null, released_by: actor, finished_at: null })
  },
})

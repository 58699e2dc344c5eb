import type { Knex } from 'knex'
import type { Inbox } from '../../mailbox/session.ts'

export interface FetchedMail extends Inbox {
  id: string
  uid: number
  rawKey: string
  /** Hex; empty when the mail was not read. */
  rawSha256: string
  bytes: number
  receivedAt: Date
}

export interface StoredMail extends FetchedMail {
  /** The account in whose turn it is handled. */
  turnAccount: string
}

/** A mail that could not be fetched and will be retried. */
export interface UnfetchedMail {
  uid: number
  refusals: number
  losses: number
}

const columns = 'id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, received_at'
/** A stored mail needs no retry. */
const withoutRetry = `fetched as (
  delete from unfetched_mails where mailbox = :mailbox and uid_validity = :uidValidity and uid = :uid)`
const values = `:id::uuid, :mailbox, :uidValidity::bigint, :uid::bigint, :rawKey, :rawSha256, :bytes::bigint,
  :receivedAt::timestamptz`

export const createFetchQueries = (db: Knex | Knex.Transaction) => ({
  /**
   * Stores a fetched mail; a mail with the same UID stays unchanged. `repeated`: a mail with the same bytes exists, so this one is only filed. But
   * bytes whose first mail failed and has left the inbox are handled again, because someone sent them again. When the UIDVALIDITY changed during a
   * move, the move continues with the new UID.
   */
  async store(mail: StoredMail): Promise<'stored' | 'repeated' | 'known'> {
    const { rows } = await db.raw(
      `with first as (
         select * from mails
         where raw_sha256 = :rawSha256 and same_as is null and not (state = 'failed' and filed_to is not null)
           and (mailbox, uid_validity, uid) <> (:mailbox, :uidValidity, :uid)
         order by id limit 1),
       moving as (select * from first where filed_to is null and uid_validity <> :uidValidity),
       turn as (insert into mail_turns (account) values (:turnAccount) on conflict do nothing), ${withoutRetry}
       insert into mails (${columns}, turn_account, state, same_as, reason, finished_at, filing_folder, filing_uid_validity, filing_uid_next)
       select ${values}, :turnAccount::uuid, case when first.id is null then 'stored' else 'completed' end, first.id,
         case when first.id is null then null else 'The same mail has come before.' end,
         case when first.id is null then null else :receivedAt::timestamptz end,
         moving.filing_folder, moving.filing_uid_validity, moving.filing_uid_next
       from (values (1)) as one left join first on true left join moving on true
       on conflict (mailbox, uid_validity, uid) do nothing
       returning same_as`,
      { ...mail },
    )
    if (rows.length === 0) return 'known'
    return rows[0].same_as === null ? 'stored' : 'repeated'
  },

  /** Stores an unread mail as failed, with the reason; it is filed like any other. */
  async storeFailed(mail: FetchedMail, reason: string): Promise<void> {
    await db.raw(
      `with ${withoutRetry}
       insert into mails (${columns}, state, reason, finished_at)
       values (${values}, 'failed', :reason, :receivedAt)
       on conflict (mailbox, uid_validity, uid) do nothing`,
      { ...mail, reason },
    )
  },

  /** The highest UID that was fetched or recorded for a retry, as every UID below it; 0 without one. */
  async position({ mailbox, uidValidity }: Inbox): Promise<number> {
    const { rows } = await db.raw(
      `select greatest(
         (select max(uid) from mails where mailbox = :mailbox and uid_validity = :uidValidity),
         (select max(uid) from unfetched_mails where mailbox = :mailbox and uid_validity = :uidValidity), 0) as position`,
      { mailbox, uidValidity },
    )
    return rows[0].position
  },

  /** Those of the UIDs that were fetched, or recorded for a retry. */
  async recorded({ mailbox, uidValidity }: Inbox, uids: readonly number[]): Promise<Set<number>> {
    const { rows } = await db.raw(
      `select uid from mails where mailbox = :mailbox and uid_validity = :uidValidity and uid = any(:uids::bigint[])
       union all
       select uid from unfetched_mails where mailbox = :mailbox and uid_validity = :uidValidity and uid = any(:uids::bigint[])`,
      { mailbox, uidValidity, uids: [...uids] },
    )
    return new Set(rows.map(({ uid }: { uid: number }) => uid))
  },

  /** At most `limit` mails whose retry is due. */
  async dueRetries({ mailbox, uidValidity }: Inbox, now: Date, limit: number): Promise<UnfetchedMail[]> {
    return await db('unfetched_mails')
      .where({ mailbox, uid_validity: uidValidity })
      .where('retry_at', '<=', now)
      .orderBy('retry_at')
      .limit(limit)
      .select('uid', 'refusals', 'losses')
  },

  /** Records a failed attempt to fetch a mail; `counted` is its kind. */
  async recordUnfetched(
    { mailbox, uidValidity }: Inbox,
    uid: number,
    { counted, reason, now, retryAt }: { counted: 'refusals' | 'losses'; reason: string; now: Date; retryAt: Date },
  ): Promise<void> {
    await db('unfetched_mails')
      .insert({ mailbox, uid_validity: uidValidity, uid, reason, since: now, retry_at: retryAt, [counted]: 1 })
      .onConflict(['mailbox', 'uid_validity', 'uid'])
      .merge({ reason, retry_at: retryAt, [counted]: db.raw(`unfetched_mails.${counted} + 1`) })
  },

  /** Cancels the retry of a mail that has left the inbox. */
  async deleteUnfetched({ mailbox, uidValidity }: Inbox, uid: number): Promise<void> {
    await db('unfetched_mails').where({ mailbox, uid_validity: uidValidity, uid }).delete()
  },

  /** Cancels retries with an old UIDVALIDITY. */
  async forgetOtherValidities({ mailbox, uidValidity }: Inbox): Promise<void> {
    await db('unfetched_mails').where({ mailbox }).whereNot({ uid_validity: uidValidity }).delete()
  },
})

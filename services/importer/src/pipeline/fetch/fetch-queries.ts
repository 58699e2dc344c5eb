import type { Knex } from 'knex'

/** Where mails lie; UIDs mean something only together with it. */
export interface Place {
  /** Names the mailbox, without a password. */
  mailbox: string
  uidValidity: number
}

export interface FetchedMail extends Place {
  id: string
  uid: number
  rawKey: string
  /** Hex; empty when the mail was not read. */
  rawSha256: string
  bytes: number
  receivedAt: Date
}

export interface StoredMail extends FetchedMail {
  /** Whose turn it waits for. */
  turnAccount: string
}

/** A mail that could not be fetched, and is tried again. */
export interface UnfetchedMail {
  uid: number
  refusals: number
  losses: number
}

const columns = 'id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, received_at'
/** What is stored need not be fetched again. */
const noted = `noted as (
  delete from unfetched_mails where mailbox = :mailbox and uid_validity = :uidValidity and uid = :uid)`
const values = `:id::uuid, :mailbox, :uidValidity::bigint, :uid::bigint, :rawKey, :rawSha256, :bytes::bigint,
  :receivedAt::timestamptz`

export const createFetchQueries = (db: Knex | Knex.Transaction) => ({
  /**
   * Stores a fetched mail; one that is there already (same place) stays as it is. `repeated`: the same bytes have come before, so
   * nothing is left to do but to file it. A mail that had failed and has left the inbox since is handled anew: someone sent it again.
   * When the inbox was numbered anew in the middle of a move, the move goes on under the new number.
   */
  async store(mail: StoredMail): Promise<'stored' | 'repeated' | 'known'> {
    const { rows } = await db.raw(
      `with first as (
         select * from mails
         where raw_sha256 = :rawSha256 and same_as is null and not (state = 'failed' and filed_to is not null)
           and (mailbox, uid_validity, uid) <> (:mailbox, :uidValidity, :uid)
         order by id limit 1),
       moving as (select * from first where filed_to is null and uid_validity <> :uidValidity),
       turn as (insert into mail_turns (account) values (:turnAccount) on conflict do nothing), ${noted}
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

  /** A mail that will not be read, with the reason; it is filed like any other. */
  async storeRefused(mail: FetchedMail, reason: string): Promise<void> {
    await db.raw(
      `with ${noted}
       insert into mails (${columns}, state, reason, finished_at)
       values (${values}, 'failed', :reason, :receivedAt)
       on conflict (mailbox, uid_validity, uid) do nothing`,
      { ...mail, reason },
    )
  },

  /** The highest UID that was fetched, or noted to be fetched later; every mail up to it is known. 0: none is. */
  async position({ mailbox, uidValidity }: Place): Promise<number> {
    const { rows } = await db.raw(
      `select greatest(
         (select max(uid) from mails where mailbox = :mailbox and uid_validity = :uidValidity),
         (select max(uid) from unfetched_mails where mailbox = :mailbox and uid_validity = :uidValidity), 0) as position`,
      { mailbox, uidValidity },
    )
    return rows[0].position
  },

  /** Those of the UIDs that have been fetched before, or are noted to be fetched later. */
  async known({ mailbox, uidValidity }: Place, uids: readonly number[]): Promise<Set<number>> {
    const { rows } = await db.raw(
      `select uid from mails where mailbox = :mailbox and uid_validity = :uidValidity and uid = any(:uids::bigint[])
       union all
       select uid from unfetched_mails where mailbox = :mailbox and uid_validity = :uidValidity and uid = any(:uids::bigint[])`,
      { mailbox, uidValidity, uids: [...uids] },
    )
    return new Set(rows.map(({ uid }: { uid: number }) => uid))
  },

  /** Mails that could not be fetched and whose next try is due, at most `limit`. */
  async dueAgain({ mailbox, uidValidity }: Place, now: Date, limit: number): Promise<UnfetchedMail[]> {
    return await db('unfetched_mails')
      .where({ mailbox, uid_validity: uidValidity })
      .where('retry_at', '<=', now)
      .orderBy('retry_at')
      .limit(limit)
      .select('uid', 'refusals', 'losses')
  },

  /** Notes that a mail could not be fetched. `counted` says what the try counts as. */
  async noteUnfetched(
    { mailbox, uidValidity }: Place,
    uid: number,
    { counted, reason, now, retryAt }: { counted: 'refusals' | 'losses'; reason: string; now: Date; retryAt: Date },
  ): Promise<void> {
    await db('unfetched_mails')
      .insert({ mailbox, uid_validity: uidValidity, uid, reason, since: now, retry_at: retryAt, [counted]: 1 })
      .onConflict(['mailbox', 'uid_validity', 'uid'])
      .merge({ reason, retry_at: retryAt, [counted]: db.raw(`unfetched_mails.${counted} + 1`) })
  },

  /** The mail is gone. */
  async forgetUnfetched({ mailbox, uidValidity }: Place, uid: number): Promise<void> {
    await db('unfetched_mails').where({ mailbox, uid_validity: uidValidity, uid }).delete()
  },

  /** Drops what was noted under numbers that the server has given up. */
  async forgetOtherNumbers({ mailbox, uidValidity }: Place): Promise<void> {
    await db('unfetched_mails').where({ mailbox }).whereNot({ uid_validity: uidValidity }).delete()
  },
})

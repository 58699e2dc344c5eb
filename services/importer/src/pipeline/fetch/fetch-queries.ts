import type { Knex } from 'knex'
import type { MailRow, UnfetchedMailRow } from '../../generated/rows.ts'
import type { Inbox } from '../../mailbox/session.ts'

type UnreadMail = Pick<
  MailRow,
  'id' | 'mailbox' | 'uid_validity' | 'uid' | 'raw_key' | 'raw_sha256' | 'bytes' | 'received_at'
>
/** `turn_account`: the account in whose turn it is handled. */
type FetchedMail = UnreadMail & Pick<MailRow, 'turn_account'>

/** A mail that could not be fetched and will be retried. */
export type UnfetchedMail = Pick<UnfetchedMailRow, 'uid' | 'refusals' | 'losses'>

const columns = 'id, mailbox, uid_validity, uid, raw_key, raw_sha256, bytes, received_at'
const values = `:id::uuid, :mailbox, :uid_validity::bigint, :uid::bigint, :raw_key, :raw_sha256, :bytes::bigint, :received_at::timestamptz`
/** A stored mail needs no retry. */
const withoutRetry = `fetched as (
  delete from unfetched_mails where mailbox = :mailbox and uid_validity = :uid_validity and uid = :uid)`

/**
 * Stores a fetched mail; a mail with the same UID stays unchanged. When a mail with the same bytes exists, this one is only filed. But bytes whose
 * first mail failed and has left the inbox are handled again, because someone sent them again. When the UIDVALIDITY or the name of
 * the mailbox changed during a move, the move continues with the new UID.
 */
export const storeFetched = async (knex: Knex, mail: FetchedMail): Promise<void> => {
  await knex.raw(
    `with first as (
       select * from mails
       where raw_sha256 = :raw_sha256 and same_as is null and not (state = 'failed' and filed_to is not null)
         and (mailbox, uid_validity, uid) <> (:mailbox, :uid_validity, :uid)
       order by id limit 1),
     moving as (select * from first where filed_to is null and (mailbox, uid_validity) <> (:mailbox, :uid_validity)),
     turn as (insert into mail_turns (account) values (:turn_account) on conflict do nothing), ${withoutRetry}
     insert into mails (${columns}, turn_account, state, same_as, reason, finished_at, filing_folder, filing_uid_validity, filing_uid_next)
     select ${values}, :turn_account::uuid, case when first.id is null then 'stored' else 'completed' end, first.id,
       case when first.id is null then null else 'The same mail has come before.' end,
       case when first.id is null then null else :received_at::timestamptz end,
       moving.filing_folder, moving.filing_uid_validity, moving.filing_uid_next
     from (values (1)) as one left join first on true left join moving on true
     on conflict (mailbox, uid_validity, uid) do nothing`,
    { ...mail },
  )
}

/** Stores an unread mail as failed, with the reason; it is filed like any other. */
export const storeFailed = async (knex: Knex, mail: UnreadMail, reason: string): Promise<void> => {
  await knex.raw(
    `with ${withoutRetry}
     insert into mails (${columns}, state, reason, finished_at) values (${values}, 'failed', :reason, :received_at)
     on conflict (mailbox, uid_validity, uid) do nothing`,
    { ...mail, reason },
  )
}

/** The highest UID that was fetched or recorded for a retry, as every UID below it; 0 without one. */
export const lastRecorded = async (knex: Knex, inbox: Inbox): Promise<number> => {
  const { rows } = await knex.raw(
    `select greatest(
       (select max(uid) from mails where mailbox = :mailbox and uid_validity = :uid_validity),
       (select max(uid) from unfetched_mails where mailbox = :mailbox and uid_validity = :uid_validity), 0) as uid`,
    { ...inbox },
  )
  return rows[0].uid
}

/** Those of the UIDs that were fetched, or recorded for a retry. */
export const recordedOf = (knex: Knex, inbox: Inbox, uids: readonly number[]): Promise<number[]> => {
  const among = (table: string) => knex(table).where(inbox).whereRaw('uid = any(:uids::bigint[])', { uids })
  return among('mails').union(among('unfetched_mails').select('uid')).pluck('uid')
}

/** Mails that could not be fetched and are due for a retry; a few at a time, so that new ones never wait for them. */
export const dueRetries = (knex: Knex, inbox: Inbox, now: Date): Promise<UnfetchedMail[]> =>
  knex('unfetched_mails')
    .where(inbox)
    .where('retry_at', '<=', now)
    .orderBy('retry_at')
    .limit(10)
    .select('uid', 'refusals', 'losses')

/** Cancels the retries of all mails but those of this inbox. */
export const cancelOtherRetries = async (knex: Knex, inbox: Inbox): Promise<void> => {
  await knex('unfetched_mails')
    .whereRaw('(mailbox, uid_validity) <> (:mailbox, :uid_validity)', { ...inbox })
    .delete()
}

/** Records a failed attempt to fetch a mail; `counted` is its kind. */
export const recordUnfetched = async (
  knex: Knex,
  mail: Omit<UnfetchedMailRow, 'refusals' | 'losses'>,
  counted: 'refusals' | 'losses',
): Promise<void> => {
  const { reason, retry_at } = mail
  await knex('unfetched_mails')
    .insert({ ...mail, [counted]: 1 })
    .onConflict(['mailbox', 'uid_validity', 'uid'])
    .merge({ reason, retry_at, [counted]: knex.raw(`unfetched_mails.${counted} + 1`) })
}

import type { Knex } from 'knex'
import type { MailRow } from '../../generated/rows.ts'
import type { Folder, FolderState } from '../../mailbox/folders.ts'
import type { Inbox } from '../../mailbox/session.ts'

/** A decided mail that is still in the inbox; `raw_sha256` is empty when it was not read. */
export type MailToFile = Pick<MailRow, 'id' | 'uid' | 'raw_sha256' | 'filing_attempts'>

/** The target of a move: copies of its mails have `uidNext` or a higher UID there. */
export interface Intent extends FolderState {
  folder: Folder
}

export interface Move extends Intent {
  mails: MailToFile[]
}

const limit = 200
/** A repeated mail goes to the folder of the mail that was handled for it. */
const unfiled = `select m.*,
    case coalesce(f.state, m.state) when 'completed' then 'Processed' when 'failed' then 'Failed' else 'Quarantine' end as folder
  from mails m left join mails f on f.id = m.same_as
  where m.mailbox = :mailbox and m.uid_validity = :uid_validity and m.filed_to is null
    and coalesce(f.state, m.state) in ('completed', 'failed', 'quarantined')
    and (m.file_after is null or m.file_after <= :now)`
const mails = `json_agg(json_build_object(
  'id', id, 'uid', uid, 'raw_sha256', raw_sha256, 'filing_attempts', filing_attempts) order by uid) as mails`

/** The next two hundred decided mails in the inbox that are due for a move. */
export const dueMails = async (
  knex: Knex,
  inbox: Inbox,
  now: Date,
): Promise<{ folder: Folder; mails: MailToFile[] }[]> => {
  const { rows } = await knex.raw(
    `select folder, ${mails} from (${unfiled} and m.filing_folder is null order by m.uid limit ${limit}) as due group by folder`,
    { ...inbox, now },
  )
  return rows
}

/** Moves that were begun and whose result is unknown. */
export const interruptedMoves = async (knex: Knex, inbox: Inbox, now: Date): Promise<Move[]> => {
  const { rows } = await knex.raw(
    `select filing_folder as folder, filing_uid_validity as "uidValidity", filing_uid_next as "uidNext", ${mails}
     from (${unfiled} and m.filing_folder is not null order by m.uid limit ${limit}) as moving group by 1, 2, 3`,
    { ...inbox, now },
  )
  return rows
}

const rowsOf = (knex: Knex, some: readonly MailToFile[]) =>
  knex('mails').whereIn(
    'id',
    some.map(({ id }) => id),
  )

export const beginMove = async (knex: Knex, { folder, uidValidity, uidNext, mails }: Move): Promise<void> => {
  const intent = { filing_folder: folder, filing_uid_validity: uidValidity, filing_uid_next: uidNext }
  await rowsOf(knex, mails).update(intent)
}

/** The move had no effect and may begin again. */
export const abandonMove = async (knex: Knex, some: readonly MailToFile[]): Promise<void> => {
  await rowsOf(knex, some).update({ filing_folder: null, filing_uid_validity: null, filing_uid_next: null })
}

/** The mails are in the folder. A first mail whose UID is no longer valid, or is of another mailbox, has left the inbox with its repetition. */
export const markFiled = async (knex: Knex, some: readonly MailToFile[], folder: Folder): Promise<void> => {
  await knex.raw(
    `update mails m set filed_to = :folder, filing_fault = null, file_after = null
     where m.id = any(:ids::uuid[]) or m.filed_to is null and exists (
       select from mails again where again.id = any(:ids::uuid[])
         and again.same_as = m.id and (again.mailbox, again.uid_validity) <> (m.mailbox, m.uid_validity))`,
    { ids: some.map(({ id }) => id), folder },
  )
}

/** How many mails of each content were filed in the folder since the move began; their copies do not belong to this move. */
export const arrivedSince = async (knex: Knex, intent: Intent): Promise<{ content: string; count: number }[]> => {
  const { rows } = await knex.raw(
    `select raw_sha256 as content, count(*)::integer as count from mails
     where filing_folder = :folder and filing_uid_validity = :uidValidity and filing_uid_next >= :uidNext
       and filed_to is not null and raw_sha256 <> ''
     group by raw_sha256`,
    { ...intent },
  )
  return rows
}

/** Describes the mails of the mailbox that the server refuses to move; `null` when there are none. */
export const filingFault = async (knex: Knex, mailbox: string): Promise<string | null> => {
  const { rows } = await knex.raw(
    `select count(*) || ' mails cannot be filed: ' || min(filing_fault) as fault
     from mails where filed_to is null and filing_fault is not null and mailbox = :mailbox`,
    { mailbox },
  )
  return rows[0].fault
}

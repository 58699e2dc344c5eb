import type { Knex } from 'knex'
import type { Folder } from '../../mailbox/folders.ts'
import type { Inbox } from '../../mailbox/session.ts'

/** A decided mail that is still in the inbox. */
export interface MailToFile {
  id: string
  uid: number
  folder: Folder
  /** Empty when the mail was not read. */
  sha256: string
  attempts: number
}

/** The target of a move: copies of its mails have `uidNext` or a higher UID there. */
export interface Intent {
  folder: Folder
  uidValidity: number
  uidNext: number
}

export interface InterruptedMove extends Intent {
  mails: MailToFile[]
}

const limit = 200
const folderOf = `case coalesce(f.state, m.state) when 'completed' then 'Processed' when 'failed' then 'Failed' else 'Quarantine' end`
const selected = `m.id, m.uid, m.raw_sha256 as sha256, m.filing_attempts as attempts`
/** A repeated mail goes to the folder of the mail that was handled for it. */
const unfiled = `from mails m left join mails f on f.id = m.same_as
  where m.mailbox = :mailbox and m.uid_validity = :uidValidity and m.filed_to is null
    and coalesce(f.state, m.state) in ('completed', 'failed', 'quarantined')
    and (m.file_after is null or m.file_after <= :now)`

export const createFilingQueries = (db: Knex | Knex.Transaction) => ({
  /** The next two hundred decided mails in the inbox that are due for a move. */
  async due({ mailbox, uidValidity }: Inbox, now: Date): Promise<MailToFile[]> {
    const { rows } = await db.raw(
      `select ${selected}, ${folderOf} as folder ${unfiled} and m.filing_folder is null order by m.uid limit ${limit}`,
      { mailbox, uidValidity, now },
    )
    return rows
  },

  /** Moves that were begun and whose result is unknown. */
  async interrupted({ mailbox, uidValidity }: Inbox, now: Date): Promise<InterruptedMove[]> {
    const { rows } = await db.raw(
      `select m.filing_folder as folder, m.filing_uid_validity as "uidValidity", m.filing_uid_next as "uidNext", ${selected}
       ${unfiled} and m.filing_folder is not null order by m.uid limit ${limit}`,
      { mailbox, uidValidity, now },
    )
    return groupByIntent(rows)
  },

  async begin(ids: readonly string[], { folder, uidValidity, uidNext }: Intent): Promise<void> {
    await db('mails')
      .whereIn('id', [...ids])
      .update({ filing_folder: folder, filing_uid_validity: uidValidity, filing_uid_next: uidNext })
  },

  /** The move had no effect and may begin again. */
  async abandon(ids: readonly string[]): Promise<void> {
    await db('mails')
      .whereIn('id', [...ids])
      .update({ filing_folder: null, filing_uid_validity: null, filing_uid_next: null })
  },

  /** The mails are in the folder. A first mail whose UID is no longer valid has left the inbox with its repetition. */
  async markFiled(ids: readonly string[], folder: Folder): Promise<void> {
    await db.raw(
      `update mails m set filed_to = :folder, filing_fault = null, file_after = null
       where m.id = any(:ids::uuid[]) or m.filed_to is null and exists (
         select from mails again where again.id = any(:ids::uuid[])
           and again.same_as = m.id and again.uid_validity <> m.uid_validity)`,
      { ids: [...ids], folder },
    )
  },

  /** How many mails of each content were filed in the folder since the move began; their copies do not belong to this move. */
  async arrived({ folder, uidValidity, uidNext }: Intent): Promise<Map<string, number>> {
    const { rows } = await db.raw(
      `select raw_sha256 as sha256, count(*)::integer as count from mails
       where filing_folder = :folder and filing_uid_validity = :uidValidity and filing_uid_next >= :uidNext
         and filed_to is not null and raw_sha256 <> ''
       group by raw_sha256`,
      { folder, uidValidity, uidNext },
    )
    return new Map(rows.map(({ sha256, count }: { sha256: string; count: number }) => [sha256, count]))
  },

  /** The server refused to move the mail; it is moved again after the time given. */
  async defer(id: string, fault: string, after: Date): Promise<void> {
    await db('mails')
      .where({ id })
      .update({ filing_fault: fault, file_after: after, filing_attempts: db.raw('filing_attempts + 1') })
  },
})

const groupByIntent = (rows: readonly (Intent & MailToFile)[]): InterruptedMove[] => {
  const moves = new Map<string, InterruptedMove>()
  for (const { uidValidity, uidNext, ...mail } of rows) {
    const key = JSON.stringify([mail.folder, uidValidity, uidNext])
    const move = moves.get(key) ?? { folder: mail.folder, uidValidity, uidNext, mails: [] }
    move.mails.push(mail)
    moves.set(key, move)
  }
  return [...moves.values()]
}

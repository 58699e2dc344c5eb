import type { Knex } from 'knex'
import { removeMails } from '../../mailbox/move-mails.ts'
import { type Inbox, type MailSession, sizesOf } from '../../mailbox/session.ts'
import { abandonMove, arrivedSince, type MailToFile, type Move, markFiled } from './filing-queries.ts'
import { contentOf, countCopies, type SizedMail } from './find-copies.ts'

interface ResumedMove {
  /** How many are in the folder only. */
  filed: number
  /** In the inbox only. */
  untouched: MailToFile[]
  /** In both, because the server refused to remove them from the inbox. */
  copied: MailToFile[]
  /** The server's reason. */
  refusal: string | null
}

/**
 * Finds the result of an interrupted move and completes it. A mail that has left the inbox was moved. One that is still there may have been copied:
 * then only the original is removed.
 */
export const resumeMove = async (knex: Knex, session: MailSession, inbox: Inbox, move: Move): Promise<ResumedMove> => {
  const left = await sizedInInbox(session, move.mails)
  const inInbox = new Set(left.map(({ id }) => id))
  const moved = move.mails.filter(({ id }) => !inInbox.has(id))
  await markFiled(knex, moved, move.folder)
  const filed = moved.length
  if (left.length === 0) return { filed, untouched: [], copied: [], refusal: null }

  const { copied, untouched } = await separateCopied(knex, session, inbox, move, left)
  await abandonMove(knex, untouched)
  if (copied.length === 0) return { filed, untouched, copied, refusal: null }
  const uids = copied.map(({ uid }) => uid)
  const refusal = await removeMails(session, uids)
  if (refusal !== null) return { filed, untouched, copied, refusal }
  await markFiled(knex, copied, move.folder)
  return { filed: filed + copied.length, untouched, copied: [], refusal: null }
}

/** Which of the mails have a copy in the folder. Each of several mails with the same bytes needs its own copy. */
const separateCopied = async (
  knex: Knex,
  session: MailSession,
  inbox: Inbox,
  move: Move,
  left: readonly SizedMail[],
) => {
  const copies = await countCopies(session, inbox, move, left)
  for (const { content, count } of await arrivedSince(knex, move)) {
    copies.set(content, (copies.get(content) ?? 0) - count)
  }
  const copied: MailToFile[] = []
  const untouched: MailToFile[] = []
  for (const mail of left) {
    const content = await contentOf(session, mail)
    const unclaimed = copies.get(content) ?? 0
    copies.set(content, unclaimed - 1)
    const pile = unclaimed > 0 ? copied : untouched
    pile.push(mail)
  }
  return { copied, untouched }
}

/** The mails that are in the open inbox, with their sizes. */
const sizedInInbox = async (session: MailSession, mails: readonly MailToFile[]): Promise<SizedMail[]> => {
  const byUid = new Map(mails.map((mail) => [mail.uid, mail]))
  const found: SizedMail[] = []
  for await (const { uid, bytes } of sizesOf(session, [...byUid.keys()])) {
    const mail = byUid.get(uid)
    if (mail !== undefined) found.push({ ...mail, bytes })
  }
  return found
}

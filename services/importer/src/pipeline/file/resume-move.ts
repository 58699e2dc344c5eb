import type { Context } from '../../context.ts'
import { type Refusal, removeMails } from '../../mailbox/move-mails.ts'
import type { Inbox, MailSession } from '../../mailbox/session.ts'
import { createFilingQueries, type InterruptedMove, type MailToFile } from './filing-queries.ts'
import { contentOf, countCopies, type SizedMail } from './find-copies.ts'

export interface ResumedMove {
  /** In the folder only. */
  filed: MailToFile[]
  /** In the inbox only. */
  untouched: MailToFile[]
  /** In both, because the server refused to remove them from the inbox. */
  copied: MailToFile[]
  refusal: Refusal
}

/**
 * Finds the result of an interrupted move and completes it. A mail that has left the inbox was moved. One that is still there may have been copied:
 * then only the original is removed.
 */
export const resumeMove = async (
  context: Context,
  session: MailSession,
  inbox: Inbox,
  move: InterruptedMove,
): Promise<ResumedMove> => {
  const queries = createFilingQueries(context.database.knex)
  const left = await sizedInInbox(session, move.mails)
  const inInbox = new Set(left.map(({ id }) => id))
  const moved = move.mails.filter(({ id }) => !inInbox.has(id))
  await queries.markFiled(idsOf(moved), move.folder)
  if (left.length === 0) return { filed: moved, untouched: [], copied: [], refusal: null }

  const { copied, untouched } = await separateCopied(context, session, inbox, move, left)
  await queries.abandon(idsOf(untouched))
  if (copied.length === 0) return { filed: moved, untouched, copied, refusal: null }
  const uids = copied.map(({ uid }) => uid)
  const refusal = await removeMails(session, uids)
  if (refusal !== null) return { filed: moved, untouched, copied, refusal }
  await queries.markFiled(idsOf(copied), move.folder)
  return { filed: [...moved, ...copied], untouched, copied: [], refusal: null }
}

const idsOf = (mails: readonly MailToFile[]) => mails.map(({ id }) => id)

/** Which of the mails have a copy in the folder. Each of several mails with the same bytes needs its own copy. */
const separateCopied = async (
  context: Context,
  session: MailSession,
  inbox: Inbox,
  move: InterruptedMove,
  left: readonly SizedMail[],
): Promise<{ copied: MailToFile[]; untouched: MailToFile[] }> => {
  const copies = await countCopies(session, inbox, move, left)
  const arrived = await createFilingQueries(context.database.knex).arrived(move)
  for (const [content, count] of arrived) copies.set(content, (copies.get(content) ?? 0) - count)
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
const sizedInInbox = async ({ client }: MailSession, mails: readonly MailToFile[]): Promise<SizedMail[]> => {
  const byUid = new Map(mails.map((mail) => [mail.uid, mail]))
  const found: SizedMail[] = []
  const range = [...byUid.keys()].join(',')
  for await (const { uid, size = 0 } of client.fetch(range, { uid: true, size: true }, { uid: true })) {
    const mail = byUid.get(uid)
    if (mail !== undefined) found.push({ ...mail, bytes: size })
  }
  return found
}

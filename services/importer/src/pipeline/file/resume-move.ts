import type { Context } from '../../context.ts'
import type { Place } from '../fetch/fetch-queries.ts'
import { createFilingQueries, type InterruptedMove, type MailToFile } from './filing-queries.ts'
import { contentOf, countCopies, type SizedMail } from './find-copies.ts'
import { type Refusal, removeMails } from '../../mailbox/move-mails.ts'
import type { MailSession } from '../../mailbox/session.ts'

export interface ResumedMove {
  /** They lie in the folder, and no longer in the inbox. */
  filed: MailToFile[]
  /** Nothing came of the move for these: they lie in the inbox only. */
  untouched: MailToFile[]
  /** These lie in both, because the server did not remove them from the inbox for this reason. */
  copied: MailToFile[]
  refusal: Refusal
}

/**
 * Finds out what came of a move that was interrupted, and ends it. A mail that has left the inbox was moved. One that still lies
 * there may have been copied already: then only the original is removed.
 */
export const resumeMove = async (
  context: Context,
  session: MailSession,
  place: Place,
  move: InterruptedMove,
): Promise<ResumedMove> => {
  const queries = createFilingQueries(context.database.knex)
  const left = await sizedInInbox(session, move.mails)
  const inInbox = new Set(left.map(({ id }) => id))
  const moved = move.mails.filter(({ id }) => !inInbox.has(id))
  await queries.markFiled(idsOf(moved), move.folder)
  if (left.length === 0) return { filed: moved, untouched: [], copied: [], refusal: null }

  const { copied, untouched } = await tellApart(context, session, place, move, left)
  await queries.abandon(idsOf(untouched))
  if (copied.length === 0) return { filed: moved, untouched, copied, refusal: null }
  const uids = copied.map(({ uid }) => uid)
  const refusal = await removeMails(session, uids)
  if (refusal !== null) return { filed: moved, untouched, copied, refusal }
  await queries.markFiled(idsOf(copied), move.folder)
  return { filed: [...moved, ...copied], untouched, copied: [], refusal: null }
}

const idsOf = (mails: readonly MailToFile[]) => mails.map(({ id }) => id)

/** Which of the mails have a copy in the folder. Of several mails of the same bytes each needs a copy of its own. */
const tellApart = async (
  context: Context,
  session: MailSession,
  place: Place,
  move: InterruptedMove,
  left: readonly SizedMail[],
): Promise<{ copied: MailToFile[]; untouched: MailToFile[] }> => {
  const copies = await countCopies(session, place, move, left)
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

/** Those that lie in the open inbox, with their sizes. */
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

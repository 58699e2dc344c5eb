import type { Context } from '../../context.ts'
import type { Place } from '../fetch/fetch-queries.ts'
import { createFilingQueries, type InterruptedMove, type MailToFile } from './filing-queries.ts'
import { ensureFolder, type Folder, type FolderState } from '../../mailbox/folders.ts'
import { moveMails } from '../../mailbox/move-mails.ts'
import { resumeMove } from './resume-move.ts'
import { ConnectionLost, type MailSession } from '../../mailbox/session.ts'

/** Until a mail that the server refused to move is tried again: the first delay and the longest, milliseconds. */
const firstPauseMs = 5_000
const longestPauseMs = 15 * 60_000

/** Mails that a server does not move, and its reason. */
interface Refused {
  folder: Folder
  reason: string
  mails: readonly MailToFile[]
}

interface Filed {
  filed: number
  refused: Refused[]
}

/**
 * Moves decided mails out of the open inbox, each exactly once; only after their effect is committed. Where they go is written
 * down before, so that after a crash a copy is found rather than made again. A mail that the server refuses to move stays,
 * and is tried again later; the others go on. Answers how many were filed, at most a few hundred at once.
 */
export const fileMails = async (context: Context, session: MailSession, place: Place): Promise<number> => {
  const queries = createFilingQueries(context.database.knex)
  const done: Filed[] = []
  for (const move of await queries.interrupted(place, context.clock.now())) {
    const { filed, copied, refusal } = await resumeMove(context, session, place, move)
    const refused = refusal === null ? [] : [{ folder: move.folder, reason: refusal, mails: copied }]
    done.push({ filed: filed.length, refused })
  }
  const due = await queries.due(place, context.clock.now())
  for (const [folder, mails] of Map.groupBy(due, (mail) => mail.folder)) {
    done.push(await fileInto(context, session, place, folder, mails))
  }
  for (const refused of done.flatMap((one) => one.refused)) await postpone(context, refused)
  return done.reduce((sum, { filed }) => sum + filed, 0)
}

const fileInto = async (
  context: Context,
  session: MailSession,
  place: Place,
  folder: Folder,
  mails: MailToFile[],
): Promise<Filed> => {
  const queries = createFilingQueries(context.database.knex)
  const state = await stateOf(session, folder)
  if (typeof state === 'string') return { filed: 0, refused: [{ folder, reason: state, mails }] }
  const move: InterruptedMove = { folder, ...state, mails }
  const ids = mails.map(({ id }) => id)
  await queries.begin(ids, move)
  const uids = mails.map(({ uid }) => uid)
  const refusal = await moveMails(session, uids, folder)
  if (refusal === null) {
    await queries.markFiled(ids, folder)
    return { filed: mails.length, refused: [] }
  }
  // Some may have been moved all the same, or copied and not removed.
  const { filed, untouched, copied } = await resumeMove(context, session, place, move)
  const stuck = { folder, reason: refusal, mails: mails.length === 1 ? [...copied, ...untouched] : copied }
  const done: Filed[] = [{ filed: filed.length, refused: stuck.mails.length === 0 ? [] : [stuck] }]
  // One that is refused, for its size say, must not keep those beside it.
  if (mails.length > 1) {
    for (const mail of untouched) done.push(await fileInto(context, session, place, folder, [mail]))
  }
  return { filed: done.reduce((sum, one) => sum + one.filed, 0), refused: done.flatMap(({ refused }) => refused) }
}

/** The folder's numbers, or why it cannot be had. */
const stateOf = async (session: MailSession, folder: Folder): Promise<FolderState | string> => {
  session.refusals.last = null
  try {
    return await ensureFolder(session.client, folder)
  } catch (error) {
    if (!session.client.usable)
      throw new ConnectionLost('the connection ended while mails were filed', { cause: error })
    return session.refusals.last ?? (error as Error).message
  }
}

const postpone = async (context: Context, { folder, reason, mails }: Refused): Promise<void> => {
  context.log.warn({ folder, reason, mails: mails.length }, 'mails cannot be filed and stay in the inbox')
  const queries = createFilingQueries(context.database.knex)
  for (const { id, attempts } of mails) {
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts, 10))
    await queries.postpone(id, reason, new Date(context.clock.now().getTime() + pause))
  }
}

import { type Backoff, backoffMs } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'
import { ensureFolder, type Folder, type FolderState } from '../../mailbox/folders.ts'
import { moveMails } from '../../mailbox/move-mails.ts'
import { ConnectionLostError, type Inbox, type MailSession } from '../../mailbox/session.ts'
import { createFilingQueries, type InterruptedMove, type MailToFile } from './filing-queries.ts'
import { resumeMove } from './resume-move.ts'

/** Pauses before a mail that the server refused to move is moved again. */
const refusalBackoff: Backoff = { firstMs: 5_000, longestMs: 15 * 60_000 }

/** Mails that the server refused to move, and its reason. */
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
 * Moves decided mails out of the open inbox, each exactly once, after their effect is committed. The target is recorded before the move, so that a
 * copy made before a crash is found and not made again. A mail that the server refuses to move stays and is retried later; others are moved. Returns
 * how many were filed, at most a few hundred.
 */
export const fileMails = async (context: Context, session: MailSession, inbox: Inbox): Promise<number> => {
  const queries = createFilingQueries(context.database.knex)
  const done: Filed[] = []
  for (const move of await queries.interrupted(inbox, context.clock.now())) {
    const { filed, copied, refusal } = await resumeMove(context, session, inbox, move)
    const refused = refusal === null ? [] : [{ folder: move.folder, reason: refusal, mails: copied }]
    done.push({ filed: filed.length, refused })
  }
  const due = await queries.due(inbox, context.clock.now())
  for (const [folder, mails] of Map.groupBy(due, (mail) => mail.folder)) {
    done.push(await fileInto(context, session, inbox, folder, mails))
  }
  for (const refused of done.flatMap((one) => one.refused)) await defer(context, refused)
  return done.reduce((sum, { filed }) => sum + filed, 0)
}

const fileInto = async (
  context: Context,
  session: MailSession,
  inbox: Inbox,
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
  // Some may still have been moved, or copied and not removed.
  const { filed, untouched, copied } = await resumeMove(context, session, inbox, move)
  const stuck = { folder, reason: refusal, mails: mails.length === 1 ? [...copied, ...untouched] : copied }
  const done: Filed[] = [{ filed: filed.length, refused: stuck.mails.length === 0 ? [] : [stuck] }]
  // One refused mail, for example because of its size, must not block the others of the batch.
  if (mails.length > 1) {
    for (const mail of untouched) done.push(await fileInto(context, session, inbox, folder, [mail]))
  }
  return { filed: done.reduce((sum, one) => sum + one.filed, 0), refused: done.flatMap(({ refused }) => refused) }
}

/** UIDVALIDITY and UIDNEXT of the folder, or why the server refused them. */
const stateOf = async (session: MailSession, folder: Folder): Promise<FolderState | string> => {
  session.refusals.last = null
  try {
    return await ensureFolder(session.client, folder)
  } catch (error) {
    if (!session.client.usable)
      throw new ConnectionLostError('the connection ended while mails were filed', { cause: error })
    return session.refusals.last ?? (error as Error).message
  }
}

const defer = async (context: Context, { folder, reason, mails }: Refused): Promise<void> => {
  context.log.warn({ folder, reason, mails: mails.length }, 'mails could not be filed and stay in the inbox')
  const queries = createFilingQueries(context.database.knex)
  for (const { id, attempts } of mails) {
    const after = new Date(context.clock.now().getTime() + backoffMs(attempts, refusalBackoff))
    await queries.defer(id, reason, after)
  }
}

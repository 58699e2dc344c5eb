import { type Backoff, backoffMs } from '@guidebook/service-kit'
import { after, type Context } from '../../context.ts'
import { ensureFolder, type Folder, type FolderState } from '../../mailbox/folders.ts'
import { moveMails } from '../../mailbox/move-mails.ts'
import { ConnectionLostError, type Inbox, type MailSession } from '../../mailbox/session.ts'
import { beginMove, dueMails, interruptedMoves, type MailToFile, markFiled } from './filing-queries.ts'
import { resumeMove } from './resume-move.ts'

/** Pauses before a mail that the server refused to move is moved again. */
const refusalBackoff: Backoff = { firstMs: 5_000, longestMs: 15 * 60_000 }

/**
 * Moves decided mails out of the open inbox, each exactly once, after their effect is committed. The target is recorded before the move, so that a
 * copy made before a crash is found and not made again. A mail that the server refuses to move stays and is retried later; others are moved. Returns
 * how many were filed, at most a few hundred.
 */
export const fileMails = async (context: Context, session: MailSession, inbox: Inbox): Promise<number> => {
  const { knex } = context.database
  let sum = 0
  for (const move of await interruptedMoves(knex, inbox, context.clock.now())) {
    const { filed, copied, refusal } = await resumeMove(knex, session, inbox, move)
    if (refusal !== null) await defer(context, move.folder, refusal, copied)
    sum += filed
  }
  for (const { folder, mails } of await dueMails(knex, inbox, context.clock.now())) {
    sum += await fileInto(context, session, inbox, folder, mails)
  }
  return sum
}

const fileInto = async (
  context: Context,
  session: MailSession,
  inbox: Inbox,
  folder: Folder,
  mails: MailToFile[],
): Promise<number> => {
  const { knex } = context.database
  const state = await stateOf(session, folder)
  if (typeof state === 'string') {
    await defer(context, folder, state, mails)
    return 0
  }
  const move = { folder, ...state, mails }
  await beginMove(knex, move)
  const uids = mails.map(({ uid }) => uid)
  const refusal = await moveMails(session, uids, folder)
  if (refusal === null) {
    await markFiled(knex, mails, folder)
    return mails.length
  }
  // Some may still have been moved, or copied and not removed.
  const { filed, untouched, copied } = await resumeMove(knex, session, inbox, move)
  const isAlone = mails.length === 1
  await defer(context, folder, refusal, isAlone ? [...copied, ...untouched] : copied)
  let sum = filed
  // One refused mail, for example because of its size, must not block the others of the batch.
  if (!isAlone) for (const mail of untouched) sum += await fileInto(context, session, inbox, folder, [mail])
  return sum
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

const defer = async (context: Context, folder: Folder, reason: string, mails: readonly MailToFile[]): Promise<void> => {
  if (mails.length === 0) return
  const { knex } = context.database
  context.log.warn({ folder, reason, mails: mails.length }, 'mails could not be filed and stay in the inbox')
  for (const { id, filing_attempts } of mails) {
    const file_after = after(context, backoffMs(filing_attempts, refusalBackoff))
    const deferred = { filing_fault: reason, file_after, filing_attempts: knex.raw('filing_attempts + 1') }
    await knex('mails').where({ id }).update(deferred)
  }
}

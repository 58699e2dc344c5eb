import type { Folder } from './folders.ts'
import { type MailSession, refusalOf } from './session.ts'

/**
 * Moves mails of the open inbox with MOVE (RFC 6851), or by copying and removing them. Returns the server's reason when it refuses. After a refusal or
 * a lost connection some may have been moved or copied.
 */
export const moveMails = async (
  session: MailSession,
  uids: readonly number[],
  folder: Folder,
): Promise<string | null> => {
  const { client, refusals } = session
  const range = uids.join(',')
  refusals.last = null
  if (client.capabilities.has('MOVE')) {
    return (await client.messageMove(range, folder, { uid: true })) ? null : refusalOf(session)
  }
  if (!(await client.messageCopy(range, folder, { uid: true }))) return refusalOf(session)
  return await removeMails(session, uids)
}

/**
 * Removes only these mails from the open inbox. Without UIDPLUS (RFC 4315) EXPUNGE removes all mails with \Deleted, so the flag is taken from other
 * mails during it.
 */
export const removeMails = async (session: MailSession, uids: readonly number[]): Promise<string | null> => {
  const { client } = session
  if (client.capabilities.has('UIDPLUS')) return await flagAndExpunge(session, uids)
  const deleted = (await client.search({ deleted: true }, { uid: true })) || []
  const others = deleted.filter((uid) => !uids.includes(uid)).join(',')
  if (others === '') return await flagAndExpunge(session, uids)
  if (!(await client.messageFlagsRemove(others, ['\\Deleted'], { uid: true }))) return refusalOf(session)
  try {
    return await flagAndExpunge(session, uids)
  } finally {
    if (client.usable) await client.messageFlagsAdd(others, ['\\Deleted'], { uid: true })
  }
}

const flagAndExpunge = async (session: MailSession, uids: readonly number[]): Promise<string | null> => {
  session.refusals.last = null
  return (await session.client.messageDelete(uids.join(','), { uid: true })) ? null : refusalOf(session)
}

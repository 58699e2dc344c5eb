import type { Folder } from './folders.ts'
import { type MailSession, refusalOf } from './session.ts'

/** `null` when it was done, else why the server did not. */
export type Refusal = string | null

/**
 * Moves mails of the open inbox by one command (RFC 6851), else by copying and removing them. When it is refused, or the
 * connection ends, some may have been moved or copied.
 */
export const moveMails = async (session: MailSession, uids: readonly number[], folder: Folder): Promise<Refusal> => {
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
 * Removes mails from the open inbox, and no other. Without UIDPLUS (RFC 4315) the server removes all that bear \Deleted, so the
 * mark is taken from those that someone else has marked, and given back.
 */
export const removeMails = async (session: MailSession, uids: readonly number[]): Promise<Refusal> => {
  const { client } = session
  if (client.capabilities.has('UIDPLUS')) return await flagAndExpunge(session, uids)
  const marked = (await client.search({ deleted: true }, { uid: true })) || []
  const others = marked.filter((uid) => !uids.includes(uid)).join(',')
  if (others === '') return await flagAndExpunge(session, uids)
  if (!(await client.messageFlagsRemove(others, ['\\Deleted'], { uid: true }))) return refusalOf(session)
  try {
    return await flagAndExpunge(session, uids)
  } finally {
    if (client.usable) await client.messageFlagsAdd(others, ['\\Deleted'], { uid: true })
  }
}

const flagAndExpunge = async (session: MailSession, uids: readonly number[]): Promise<Refusal> => {
  session.refusals.last = null
  return (await session.client.messageDelete(uids.join(','), { uid: true })) ? null : refusalOf(session)
}

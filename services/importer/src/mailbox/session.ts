import type { ImapFlow, ImapFlowError } from 'imapflow'
import type { MailRow } from '../generated/rows.ts'

/** A mailbox at one UIDVALIDITY; UIDs are valid only together with it. */
export type Inbox = Pick<MailRow, 'mailbox' | 'uid_validity'>

/** A signed-in connection to the mail server. */
export interface MailSession {
  /** Name of the mailbox. */
  mailbox: string
  client: ImapFlow
  /** The server's response to the last refused command; the client itself only returns `false`. */
  refusals: { last: string | null }
}

/** The connection has ended, so the result of the current command is unknown. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

/** Opens the inbox, again if it is open, so that new mails are announced and its numbers are current. */
export const openInbox = async ({ mailbox, client }: MailSession): Promise<Inbox> => {
  const { uidValidity } = await client.mailboxOpen('INBOX')
  return { mailbox, uid_validity: Number(uidValidity) }
}

/** Why a command that returned `false` was refused; throws `ConnectionLostError` when it got no response. */
export const refusalOf = ({ client, refusals }: MailSession): string => {
  if (!client.usable) throw new ConnectionLostError('the connection to the mail server has ended')
  return refusals.last ?? 'the mail server gave no reason'
}

/** The server's message of a refused command; `null` for another error. */
export const serverRefusal = (error: unknown): string | null => {
  const { responseStatus, responseText, message } = error as ImapFlowError
  return responseStatus === 'NO' || responseStatus === 'BAD' ? (responseText ?? message) : null
}

/** UIDs of the open folder in the range, in order. `500:*` includes the last mail even if its UID is lower. */
export const searchUids = async (session: MailSession, range: string): Promise<number[]> => {
  const found = await session.client.search({ uid: range }, { uid: true })
  if (!Array.isArray(found)) throw new Error(`the mail server refused a search: ${refusalOf(session)}`)
  return found
}

/** UIDs of the open folder from this one on, in order. */
export const uidsFrom = async (session: MailSession, from: number): Promise<number[]> =>
  (await searchUids(session, `${from}:*`)).filter((uid) => uid >= from)

interface Sized {
  uid: number
  /** As reported by the server; 0 when it returns none. */
  bytes: number
}

/** The sizes of those of the mails that are in the open folder. */
export async function* sizesOf({ client }: MailSession, uids: readonly number[]): AsyncGenerator<Sized> {
  for await (const { uid, size = 0 } of client.fetch(uids.join(','), { uid: true, size: true }, { uid: true })) {
    yield { uid, bytes: size }
  }
}

import type { ImapFlow, ImapFlowError } from 'imapflow'

/** The mailbox at one UIDVALIDITY; UIDs are valid only together with it. */
export interface Inbox {
  /** Name of the mailbox, without a password. */
  mailbox: string
  uidValidity: number
}

/** The server's response to the last refused command; the client itself only returns `false`. */
export interface Refusals {
  last: string | null
}

/** A signed-in connection to the mail server. */
export interface MailSession {
  client: ImapFlow
  refusals: Refusals
}

/** The connection has ended, so the result of the current command is unknown. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError'
}

/** The UIDVALIDITY of the inbox has changed during an operation with old UIDs. */
export class InboxRenumberedError extends Error {
  override readonly name = 'InboxRenumberedError'
  constructor() {
    super('the UIDVALIDITY of the inbox has changed')
  }
}

/** Opens the inbox, again if it is open, so that new mails are announced and its numbers are current. Returns its UIDVALIDITY. */
export const openInbox = async ({ client }: MailSession): Promise<number> => {
  const { uidValidity } = await client.mailboxOpen('INBOX')
  return Number(uidValidity)
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

/** Those of the UIDs that are in the open folder. */
export const presentUids = async (session: MailSession, uids: readonly number[]): Promise<Set<number>> => {
  if (uids.length === 0) return new Set()
  return new Set(await searchUids(session, uids.join(',')))
}

/** UIDs of the open folder in the range, in order. `500:*` includes the last mail even if its UID is lower. */
export const searchUids = async (session: MailSession, range: string): Promise<number[]> => {
  const found = await session.client.search({ uid: range }, { uid: true })
  if (!Array.isArray(found)) throw new Error(`the mail server refused a search: ${refusalOf(session)}`)
  return found
}

import type { ImapFlow, ImapFlowError } from 'imapflow'

/** What the last command that the server refused was answered with; the client itself only says `false`. */
export interface Refusals {
  last: string | null
}

/** A signed-in connection to the mail server. */
export interface MailSession {
  client: ImapFlow
  refusals: Refusals
}

/** The connection has ended: nothing is known about the command that was under way. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** The inbox was numbered anew while something was done by its old numbers. */
export class InboxRenumbered extends Error {
  override readonly name = 'InboxRenumbered'
  constructor() {
    super('the inbox has been numbered anew')
  }
}

/** Opens the inbox, anew also when it is open: so news are heard and its numbers are those of now. Answers its UIDVALIDITY. */
export const openInbox = async ({ client }: MailSession): Promise<number> => {
  const { uidValidity } = await client.mailboxOpen('INBOX')
  return Number(uidValidity)
}

/** What a command that answered `false` was refused for; throws `ConnectionLost` when it was not refused, but never answered. */
export const refusalOf = ({ client, refusals }: MailSession): string => {
  if (!client.usable) throw new ConnectionLost('the connection to the mail server has ended')
  return refusals.last ?? 'the mail server gave no reason'
}

/** The server's own words against a command, if the error is such an answer. */
export const serverRefusal = (error: unknown): string | null => {
  const { responseStatus, responseText, message } = error as ImapFlowError
  return responseStatus === 'NO' || responseStatus === 'BAD' ? (responseText ?? message) : null
}

/** Numbers of those of the mails that are in the open folder, in their order. */
export const presentUids = async (session: MailSession, uids: readonly number[]): Promise<Set<number>> => {
  if (uids.length === 0) return new Set()
  return new Set(await searchUids(session, uids.join(',')))
}

/** UIDs in the open folder that the range has, in their order. `500:*` holds the last mail also when its UID is lower. */
export const searchUids = async (session: MailSession, range: string): Promise<number[]> => {
  const found = await session.client.search({ uid: range }, { uid: true })
  if (!Array.isArray(found)) throw new Error(`the mail server does not search: ${refusalOf(session)}`)
  return found
}

import { createHash } from 'node:crypto'
import { ensureFolder } from '../../mailbox/folders.ts'
import { type Inbox, type MailSession, openInbox, serverRefusal, sizesOf, uidsFrom } from '../../mailbox/session.ts'
import type { Intent, MailToFile } from './filing-queries.ts'

const pieceBytes = 1024 * 1024
/** Mails whose sizes are queried with one command. */
const pageLength = 1_000

export interface SizedMail extends MailToFile {
  /** As reported by the server. */
  bytes: number
}

/**
 * Counts the copies of each content in the folder since the move began; `contentOf` names a content. Only mails with a matching size are read. The
 * inbox is open again afterwards.
 */
export const countCopies = async (
  session: MailSession,
  inbox: Inbox,
  intent: Intent,
  wanted: readonly SizedMail[],
): Promise<Map<string, number>> => {
  const state = await ensureFolder(session.client, intent.folder)
  // A folder that was created again has other UIDs, so any of its mails may be the copy.
  const from = state.uidValidity === intent.uidValidity ? intent.uidNext : 1
  if (state.uidNext <= from) return new Map()
  await session.client.mailboxOpen(intent.folder, { readOnly: true })
  const counts = await countIn(session, from, wanted)
  if ((await openInbox(session)).uid_validity !== inbox.uid_validity) {
    throw new Error('the UIDVALIDITY of the inbox has changed')
  }
  return counts
}

const countIn = async (
  session: MailSession,
  from: number,
  wanted: readonly SizedMail[],
): Promise<Map<string, number>> => {
  const counts = new Map<string, number>()
  const uids = await uidsFrom(session, from)
  for (let start = 0; start < uids.length; start += pageLength) {
    const sized = await Array.fromAsync(sizesOf(session, uids.slice(start, start + pageLength)))
    for (const { uid, bytes } of sized) {
      const alike = wanted.filter((mail) => mail.bytes === bytes)
      const contents: string[] = []
      if (alike.some(({ raw_sha256 }) => raw_sha256 !== '')) contents.push(await hashOf(session, uid))
      if (alike.some(({ raw_sha256 }) => raw_sha256 === '')) contents.push(await headerOf(session, uid, bytes))
      for (const content of contents) counts.set(content, (counts.get(content) ?? 0) + 1)
    }
  }
  return counts
}

/** Names the content of a mail in the inbox: its hash, or size and header of a mail that was never read. */
export const contentOf = async (session: MailSession, { uid, raw_sha256, bytes }: SizedMail): Promise<string> =>
  raw_sha256 === '' ? await headerOf(session, uid, bytes) : raw_sha256

const hashOf = async (session: MailSession, uid: number): Promise<string> => {
  const hash = createHash('sha256')
  const download = await session.client.download(String(uid), undefined, { uid: true, chunkSize: pieceBytes })
  if (!('content' in download) || download.content === undefined) return 'gone'
  for await (const piece of download.content) hash.update(piece)
  return hash.digest('hex')
}

const headerOf = async (session: MailSession, uid: number, bytes: number): Promise<string> => {
  try {
    const found = await session.client.fetchOne(String(uid), { headers: true }, { uid: true })
    const header = found ? (found.headers ?? '') : ''
    return `${bytes} ${createHash('sha256').update(header).digest('hex')}`
  } catch (error) {
    // A mail whose header the server cannot read either is identified by its size.
    if (serverRefusal(error) === null) throw error
    return `${bytes} unreadable`
  }
}

import { Readable } from 'node:stream'
import type { ObjectStore } from '@guidebook/service-kit'
import type { ImapFlowError } from 'imapflow'
import type { MailRow } from '../../generated/rows.ts'
import { ConnectionLostError, type MailSession, searchUids, serverRefusal } from '../../mailbox/session.ts'

/** The result of fetching a mail. */
type Fetching =
  | { outcome: 'stored'; mail: Pick<MailRow, 'raw_key' | 'raw_sha256' | 'bytes'> }
  | { outcome: 'too-large'; bytes: number }
  /** It is no longer in the inbox. */
  | { outcome: 'gone' }
  /** The server does not return this mail, or not in a readable form. */
  | { outcome: 'refused'; reason: string }

/** Each piece is requested and written before the next one, so memory is bounded for any size. */
const pieceBytes = 256 * 1024

/** An error of the mail server, as opposed to one of the object store. */
class MailServerError extends Error {
  override readonly name = 'MailServerError'
  constructor(cause: unknown) {
    super('a mail could not be fetched', { cause })
  }
}

/**
 * Streams a mail of the open folder into the object store, unless it is larger than `maxBytes`. Throws `ConnectionLostError` and errors of the object
 * store; neither is the fault of the mail.
 */
export const storeMail = async (
  session: MailSession,
  objects: ObjectStore,
  { uid, bytes: listed, maxBytes }: { uid: number; bytes: number | undefined; maxBytes: number },
): Promise<Fetching> => {
  try {
    const size = listed ?? (await sizeOf(session, uid))
    if (size > maxBytes) return { outcome: 'too-large', bytes: size }
    const content = Readable.from(rawMail(session, uid), { objectMode: false })
    const format = { contentType: 'message/rfc822', extension: '.eml' }
    const { key, sha256, bytes } = await objects.putByContent('importer/mails', content, format)
    return { outcome: 'stored', mail: { raw_key: key, raw_sha256: sha256, bytes } }
  } catch (error) {
    if (!(error instanceof MailServerError)) throw error
    return await classifyFault(session, uid, error)
  }
}

/** Bytes; 0 when the server returns none, which the download will then explain. */
const sizeOf = async ({ client }: MailSession, uid: number): Promise<number> => {
  try {
    const found = await client.fetchOne(String(uid), { size: true }, { uid: true })
    return found ? (found.size ?? 0) : 0
  } catch (error) {
    throw new MailServerError(error)
  }
}

async function* rawMail({ client }: MailSession, uid: number): AsyncGenerator<Buffer> {
  try {
    const download = await client.download(String(uid), undefined, { uid: true, chunkSize: pieceBytes })
    if ('content' in download && download.content !== undefined) return yield* download.content
  } catch (error) {
    throw new MailServerError(error)
  }
  throw new MailServerError({ code: 'DownloadIncomplete' })
}

/** An error concerns this mail only while the connection lives. */
const classifyFault = async (session: MailSession, uid: number, { cause }: MailServerError): Promise<Fetching> => {
  const { code, message } = cause as ImapFlowError
  if (!session.client.usable) throw new ConnectionLostError('the connection ended while a mail was fetched', { cause })
  // The server limits the rate, so it would refuse every mail now.
  if (code === 'ETHROTTLE') throw cause
  if (code !== 'DownloadIncomplete') return { outcome: 'refused', reason: serverRefusal(cause) ?? message }
  const isPresent = (await searchUids(session, String(uid))).length > 0
  return isPresent ? { outcome: 'refused', reason: 'The server sent nothing.' } : { outcome: 'gone' }
}

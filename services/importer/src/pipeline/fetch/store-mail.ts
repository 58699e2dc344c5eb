import { Readable } from 'node:stream'
import type { ObjectStore } from '@guidebook/service-kit'
import type { ImapFlowError } from 'imapflow'
import { ConnectionLost, type MailSession, presentUids, serverRefusal } from '../../mailbox/session.ts'

/** What became of the wish to have a mail. */
export type Fetching =
  | { outcome: 'stored'; rawKey: string; rawSha256: string; bytes: number }
  | { outcome: 'too-large'; bytes: number }
  /** It is no longer in the inbox. */
  | { outcome: 'gone' }
  /** The server does not hand out this one mail, or not in a form that can be read. */
  | { outcome: 'refused'; reason: string }

/** Each is asked for, awaited and written before the next one: memory is bounded whatever the size. */
const pieceBytes = 256 * 1024

/** An error of the mail server's side, as opposed to one of the object store. */
class ServerSide extends Error {
  override readonly name = 'ServerSide'
  constructor(cause: unknown) {
    super('a mail could not be fetched', { cause })
  }
}

const atServer = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    throw new ServerSide(error)
  }
}

/**
 * Streams a mail of the open folder into the object store, unless it is larger than `maxBytes`. Throws `ConnectionLost` when the
 * connection ends, and what the object store throws: neither is the mail's fault.
 */
export const storeMail = async (
  session: MailSession,
  objects: ObjectStore,
  { uid, bytes, maxBytes }: { uid: number; bytes: number | undefined; maxBytes: number },
): Promise<Fetching> => {
  try {
    const size = bytes ?? (await sizeOf(session, uid))
    if (size > maxBytes) return { outcome: 'too-large', bytes: size }
    const stored = await objects.putByContent(
      'importer/mails',
      Readable.from(rawMail(session, uid), { objectMode: false }),
      {
        contentType: 'message/rfc822',
        extension: '.eml',
      },
    )
    return { outcome: 'stored', rawKey: stored.key, rawSha256: stored.sha256, bytes: stored.bytes }
  } catch (error) {
    if (!(error instanceof ServerSide)) throw error
    return await faultOfMail(session, uid, error)
  }
}

/** Bytes; 0 when there is no answer, which fetching it will then explain. */
const sizeOf = async ({ client }: MailSession, uid: number): Promise<number> => {
  const found = await atServer(client.fetchOne(String(uid), { size: true }, { uid: true }))
  return found ? (found.size ?? 0) : 0
}

async function* rawMail({ client }: MailSession, uid: number): AsyncGenerator<Buffer> {
  const download = await atServer(client.download(String(uid), undefined, { uid: true, chunkSize: pieceBytes }))
  if (!('content' in download) || download.content === undefined) throw new ServerSide({ code: 'DownloadIncomplete' })
  const { content } = download
  try {
    yield* content
  } catch (error) {
    throw new ServerSide(error)
  }
}

/** What the server's side failed at, as long as the connection lives: only then is it about this mail. */
const faultOfMail = async (session: MailSession, uid: number, { cause }: ServerSide): Promise<Fetching> => {
  const { code, message } = cause as ImapFlowError
  if (!session.client.usable) throw new ConnectionLost('the connection ended while a mail was fetched', { cause })
  // The server asks for less haste; every mail would be refused now.
  if (code === 'ETHROTTLE') throw cause
  if (code !== 'DownloadIncomplete') return { outcome: 'refused', reason: serverRefusal(cause) ?? message }
  const present = await presentUids(session, [uid])
  return present.has(uid) ? { outcome: 'refused', reason: 'The server sent nothing.' } : { outcome: 'gone' }
}

import type { Knex } from 'knex'
import { prepared } from '../database/prepared.ts'
import { ServiceError } from '../errors/service-error.ts'
import { uuidv7 } from '../uuid.ts'

export interface MailAttachment {
  filename: string
  contentType: string
  content: string | Buffer
}

export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly MailAttachment[]
  /** Message-IDs, with their angle brackets. */
  inReplyTo?: string
  references?: readonly string[]
  /** The mail answers or reports by itself (RFC 3834), so that no other machine answers it. */
  autoSubmitted?: 'auto-replied' | 'auto-generated'
}

/** As it is kept in the table: attachments in base64. */
export interface StoredMail extends Omit<Mail, 'attachments'> {
  attachments?: { filename: string; contentType: string; base64: string }[]
}

/** Bytes of all attachments together: they are kept in the row until the mail is sent. */
const largestAttachments = 10_000_000

/** The mail is sent if, and soon after, the transaction commits. Answers its id, of which its Message-ID is made. */
export async function queueMail(trx: Knex.Transaction, mail: Mail): Promise<string> {
  const id = uuidv7()
  await prepared(trx, 'kit/queue-mail', 'INSERT INTO outgoing_mails (id, content) VALUES (?, ?)', [
    id,
    JSON.stringify(toStored(mail)),
  ])
  return id
}

function toStored({ attachments = [], ...mail }: Mail): StoredMail {
  const contents = attachments.map(({ content, ...about }) => ({ about, bytes: Buffer.from(content as string) }))
  if (contents.reduce((sum, { bytes }) => sum + bytes.length, 0) > largestAttachments) {
    throw new ServiceError('payload-too-large', { detail: 'the attachments of a mail are larger than 10 MB' })
  }
  return { ...mail, attachments: contents.map(({ about, bytes }) => ({ ...about, base64: bytes.toString('base64') })) }
}

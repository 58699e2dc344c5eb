import type { SentMail } from '@guidebook/contracts'
import type { Knex } from 'knex'
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
  /** An automatic mail (RFC 3834), so that no machine replies to it. */
  autoSubmitted?: 'auto-replied' | 'auto-generated'
}

/** The stored form: attachments in Base64. */
export interface StoredMail extends Omit<Mail, 'attachments'> {
  attachments?: { filename: string; contentType: string; base64: string }[]
}

/** Bytes of all attachments together: they are in the row until the mail is sent. */
const largestAttachments = 10_000_000

/**
 * What a mail reports, and about what: the key of a release, or the mail of an import that it answers. Support finds it by that, and sees its subject.
 * A mail without it may be secret, such as the code of a sign-in.
 */
export interface MailSubjectMatter {
  about: string | null
  kind: Exclude<SentMail['kind'], 'other'> | null
}

interface QueueOptions extends MailSubjectMatter {
  /**
   * The account that the mail is for. Waiting mails of one account are sent at least 0.25 s apart, so that they delay no others. Concurrent transactions
   * do not see each other's mails, so theirs may have the same time.
   */
  account?: string | null
  /** Whether it is sent before all mails that are not: its recipient waits for it, and it is soon worthless. */
  urgent?: boolean
}

/** A mail server may send five mails a second. Without pauses, those of an account with thousands would be sent before all later ones. */
const turn = `(SELECT greatest(now(), max(first_attempt_at) + interval '250 milliseconds')
  FROM outgoing_mails WHERE state = 'waiting' AND account = :account)`

/** Sends the mail soon after the transaction has committed. Returns its id, which is part of its Message-ID. */
export async function queueMail(
  trx: Knex.Transaction,
  mail: Mail,
  { about, kind, account = null, urgent = false }: QueueOptions = { about: null, kind: null },
): Promise<string> {
  const id = uuidv7()
  const at = trx.raw(turn, { account })
  const times = { first_attempt_at: at, next_attempt_at: at }
  await trx('outgoing_mails').insert({
    id,
    content: JSON.stringify(toStored(mail)),
    about,
    kind,
    urgent,
    account,
    ...times,
  })
  return id
}

function toStored({ attachments = [], ...mail }: Mail): StoredMail {
  const contents = attachments.map(({ content, ...about }) => ({ about, bytes: Buffer.from(content as string) }))
  if (contents.reduce((sum, { bytes }) => sum + bytes.length, 0) > largestAttachments) {
    throw new ServiceError('payload-too-large', { detail: 'the attachments of a mail are larger than 10 MB' })
  }
  return { ...mail, attachments: contents.map(({ about, bytes }) => ({ ...about, base64: bytes.toString('base64') })) }
}

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Attachment, simpleParser } from 'mailparser'
import type { RefusedFile } from './refusals.ts'

export interface StoredFile {
  /** Where the file lies in the object store. */
  key: string
  sha256: string
  bytes: number
}

export interface MailFile extends StoredFile {
  /** Position in the mail. */
  index: number
  name: string | null
}

export interface ReadMail {
  messageId: string | null
  /** The one From address, lower case; `null` when there is none or more than one. */
  from: string | null
  subject: string
  headers: [name: string, value: string][]
  /** Message-IDs of In-Reply-To and References. */
  references: string[]
  csvFiles: MailFile[]
  refusedFiles: RefusedFile[]
  /** A mail that a machine sent by itself, or to a list: it is never answered (RFC 3834). */
  automatic: boolean
}

/** Takes a raw mail apart and stores its CSV files. Broken MIME gives what can be made out of it. */
export const readMail = async (
  raw: Readable,
  store: (content: Readable, name: string) => Promise<StoredFile>,
): Promise<ReadMail> => {
  const mail = await simpleParser(await buffer(raw), {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
  })
  const headers = mail.headerLines.map(({ key, line }): [string, string] => [key, unfold(line)])
  const senders = mail.from?.value.flatMap(({ address }) => (address ? [address.toLowerCase()] : [])) ?? []
  const csvFiles: MailFile[] = []
  for (const [index, attachment] of mail.attachments.entries()) {
    if (!isCsv(attachment)) continue
    const name = attachment.filename ?? null
    csvFiles.push({ index, name, ...(await store(Readable.from([attachment.content]), name ?? '')) })
  }
  return {
    messageId: mail.messageId ?? null,
    from: senders.length === 1 ? (senders[0] ?? null) : null,
    subject: mail.subject ?? '',
    headers,
    references: [mail.inReplyTo ?? [], mail.references ?? []].flat(),
    csvFiles,
    refusedFiles: mail.attachments.flatMap(({ filename }) =>
      filename && /\.(xlsx?|ods|numbers)$/i.test(filename) ? [{ name: filename, reason: 'spreadsheet' as const }] : [],
    ),
    automatic: isAutomatic(headers),
  }
}

const unfold = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .replace(/\r?\n[ \t]+/g, ' ')
    .trim()

/** By name first: booking systems send CSV under many media types. */
const isCsv = ({ filename, contentType }: Attachment): boolean => {
  if (filename) return /\.(csv|txt|tsv)$/i.test(filename) || (contentType === 'text/csv' && !/\.\w+$/.test(filename))
  return contentType === 'text/csv'
}

const isAutomatic = (headers: readonly [string, string][]): boolean =>
  headers.some(
    ([name, value]) =>
      (name === 'auto-submitted' && !/^no\b/i.test(value)) ||
      (name === 'precedence' && /^(bulk|junk|list)\b/i.test(value)) ||
      name === 'list-id' ||
      name === 'x-auto-response-suppress' ||
      (name === 'return-path' && /^<\s*>$/.test(value)) ||
      (name === 'from' && /(mailer-daemon|postmaster)@/i.test(value)),
  )

import { Readable } from 'node:stream'
import { type Attachment, simpleParser } from 'mailparser'
import type { RefusedFile } from './refusals.ts'

export interface MailFile {
  /** Stable position in the mail, also for files in an archive and for the body: the same bytes give the same positions. */
  index: number
  name: string | null
  /** Where `store` put it. */
  key: string
  /** Hex. */
  sha256: string
  bytes: number
}

export interface ReadMail {
  messageId: string | null
  /** The one From address, lower case; `null` when there is none or more than one. */
  from: string | null
  subject: string
  /** Names in lower case, values unfolded, in their order. */
  headers: [name: string, value: string][]
  /** Message-IDs of In-Reply-To and References. */
  references: string[]
  csvFiles: MailFile[]
  refusedFiles: RefusedFile[]
  /** A mail that a machine sent by itself, or to a list: it is never answered (RFC 3834). */
  automatic: boolean
}

/** Puts the content of a CSV file where the import will read it. */
export type StoreFile = (content: Readable, name: string) => Promise<{ key: string; sha256: string; bytes: number }>

/** Takes a raw mail apart. Broken MIME gives what can be made out of it. */
export const readMail = async (raw: Readable, store: StoreFile): Promise<ReadMail> => {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true })
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

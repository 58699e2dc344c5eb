import { type Attachment, simpleParser } from 'mailparser'

export interface MailFile {
  /** Position among the attachments of the mail. */
  index: number
  name: string | null
  content: Buffer
}

export interface ReadMail {
  messageId: string | null
  /** The one From address, lower case; `null` when there is none or more than one. */
  from: string | null
  subject: string
  headers: [string, string][]
  csvFiles: MailFile[]
  /** Names of attachments that look like spreadsheets but are none that can be read here. */
  spreadsheets: string[]
  /** A mail that a machine sent by itself, or to a list: it is never answered (RFC 3834). */
  automatic: boolean
}

/** Takes a raw mail apart. Broken MIME gives what can be made out of it. */
export const readMail = async (raw: Buffer): Promise<ReadMail> => {
  const mail = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true })
  const headers = mail.headerLines.map(({ key, line }): [string, string] => [key, unfold(line)])
  const senders = mail.from?.value.flatMap(({ address }) => (address ? [address.toLowerCase()] : [])) ?? []
  const csvFiles = mail.attachments.flatMap((attachment, index) =>
    isCsv(attachment) ? [{ index, name: attachment.filename ?? null, content: attachment.content }] : [],
  )
  return {
    messageId: mail.messageId ?? null,
    from: senders.length === 1 ? (senders[0] ?? null) : null,
    subject: mail.subject ?? '',
    headers,
    csvFiles,
    spreadsheets: mail.attachments.flatMap(({ filename }) =>
      filename && /\.(xlsx?|ods|numbers)$/i.test(filename) ? [filename] : [],
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

import type { Readable } from 'node:stream'
import type { MimeNode } from '@zone-eu/mailsplit'
import libmime from 'libmime'
import addressparser from 'nodemailer/lib/addressparser'
import { mimeParts } from './mime-parts.ts'
import { UnreadableFileError } from './refusals.ts'

export type Header = [name: string, value: string]

export interface MailHeaders {
  /** In angle brackets. */
  messageId: string | null
  /** The only From address, lower case; `null` without one, or when it is ambiguous. */
  from: string | null
  subject: string
  headers: Header[]
  references: string[]
}

/** Longer texts are cut, and longer Message-IDs are ignored (RFC 5322 allows lines of 998 characters). */
const longestText = 998
const maxReferences = 100

const noHeaders: MailHeaders = { messageId: null, from: null, subject: '', headers: [], references: [] }

/** Reads the headers of a raw mail and nothing more. Headers beyond the limits count as missing. Throws errors of `raw`. */
export const readMailHeaders = async (raw: Readable): Promise<MailHeaders> => {
  try {
    for await (const { node } of mimeParts(raw, { parts: 0, depth: 0 })) return headersOf(node)
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
  } finally {
    raw.destroy()
  }
  return noHeaders
}

/** Removes control characters from the headers. */
const headersOf = (node: MimeNode): MailHeaders => {
  const lines = node.headers ? node.headers.getList() : []
  const headers = lines.map(({ key, line }): Header => [key, unfolded(line)])
  const valuesOf = (name: string) => headers.filter(([key]) => key === name).map(([, value]) => value)
  const idsOf = (name: string) =>
    valuesOf(name).flatMap((value) => value.slice(0, 100_000).match(/<[^<>\s]{1,996}>/g) ?? [])
  return {
    messageId: idOf(valuesOf('message-id')[0]),
    from: soleAddress(valuesOf('from')),
    subject: decodedWords((valuesOf('subject')[0] ?? '').slice(0, 10 * longestText)).slice(0, longestText),
    headers,
    references: [...new Set([...idsOf('in-reply-to'), ...idsOf('references')])].slice(0, maxReferences),
  }
}

/** The parser returns one character per byte; a header may contain UTF-8 (RFC 6532). */
const unfolded = (line: string): string =>
  printable(
    Buffer.from(line.slice(line.indexOf(':') + 1), 'latin1')
      .toString()
      .replace(/\r?\n(?=[ \t])/g, ''),
  ).trim()

const printable = (text: string): string => text.replace(/[\t\r\n]/g, ' ').replace(/\p{Cc}/gu, '')

const decodedWords = (text: string): string => printable(libmime.decodeWords(text)).trim()

const idOf = (value = ''): string | null => {
  const id = /<[^<>]+>/.exec(value)?.[0] ?? (value === '' ? null : `<${value.replace(/[<>]/g, '')}>`)
  return id === null || id.length > longestText ? null : id
}

/**
 * With two From headers, two addresses, a group, or an address in an encoded word, the checks could see another sender than the reader: such a mail
 * has no sender.
 */
const soleAddress = (values: readonly string[]): string | null => {
  const [value, ...more] = values
  if (value === undefined || more.length > 0 || value.length > longestText) return null
  const [sole, ...others] = addressparser(value)
  if (sole === undefined || others.length > 0 || 'group' in sole) return null
  const address = sole.address.toLowerCase()
  return /^[^\s@<>()[\]\\,;:"=?]+@[^\s@<>()[\]\\,;:"=?_.]+(\.[^\s@<>()[\]\\,;:"=?_.]+)*$/u.test(address)
    ? address
    : null
}

/**
 * Limits that keep mailauth from blocking the event loop. It hashes the body for each signature and searches all headers for each one that a
 * signature covers. Some headers and long lines take it quadratic time. Real mails are far below these limits.
 */
import type { Readable } from 'node:stream'

const maxSignatures = 20
const maxHeaders = 500
/** Characters of a header that is parsed. */
const maxHeaderLength = 8 * 1024
/** RFC 5322 allows 998. */
const maxLineBytes = 64 * 1024

/** The mail exceeds a limit, so its signatures are not verified. */
export class UnverifiableMailError extends Error {
  override readonly name = 'UnverifiableMailError'
  constructor() {
    super('a line of the mail is too long')
  }
}

/** The headers that mailauth parses; '' is a line without a name. */
const parsed = /^(?:dkim-signature|arc-.*|received|return-path|content-type|)$/

/** Whether the headers exceed a limit: `[name in lower case, value]`. */
export const exceedHeaderLimits = (headers: readonly (readonly [string, string])[]): boolean => {
  // A name and, in the next line, its colon are a header for mailauth, but two lines without a name here.
  const signatures = headers.filter(([name]) => name === 'dkim-signature' || name === '')
  return (
    headers.length > maxHeaders ||
    signatures.length > maxSignatures ||
    headers.some(([name, value]) => value.length > maxHeaderLength && parsed.test(name))
  )
}

/** The same bytes. Throws `UnverifiableMailError` at a long line: a signature of the bytes before it would not be one of the whole mail. */
export async function* withoutLongLines(raw: Readable): AsyncGenerator<Buffer> {
  let length = 0
  for await (const piece of raw as AsyncIterable<Buffer>) {
    const first = piece.indexOf('\n')
    if (length + (first === -1 ? piece.length : first) > maxLineBytes) throw new UnverifiableMailError()
    length = first === -1 ? length + piece.length : piece.length - 1 - piece.lastIndexOf('\n')
    yield piece
  }
}

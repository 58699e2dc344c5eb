import { UnreadableFileError } from './refusals.ts'

type Bytes = AsyncIterable<Buffer>

const equals = 0x3d

/**
 * Decodes a Content-Transfer-Encoding (RFC 2045, section 6) as a stream. Bytes with an unknown encoding stay unchanged; Usenet encodings throw
 * `UnreadableFileError`.
 */
export const decodeTransfer = (content: Bytes, encoding: string | false): Bytes => {
  if (encoding === 'base64') return decodeBase64(content)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(content)
  return encoding && usenetEncoding.test(encoding) ? refused() : content
}

const usenetEncoding = /^(uuencode|x-(uuencode|uue|yenc|binhex|binhex40))$/

// biome-ignore lint/correctness/useYield: it throws before its first piece
async function* refused(): AsyncGenerator<Buffer> {
  throw new UnreadableFileError('old-encoding')
}

/** Skips characters outside of the Base64 alphabet. Padding in the middle (each line padded separately) ends a group of four, not the file. */
async function* decodeBase64(content: Bytes): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const piece of content) {
    const text = rest + piece.toString('latin1').replace(/[^A-Za-z0-9+/=_-]/g, '')
    if (text.includes('=')) {
      const groups = text.split(/=+/)
      rest = groups.pop() ?? ''
      yield decodedGroups(groups, text.length)
    } else rest = text
    const whole = rest.length - (rest.length % 4)
    if (whole > 0) yield Buffer.from(rest.slice(0, whole), 'base64')
    rest = rest.slice(whole)
  }
  if (rest !== '') yield Buffer.from(rest, 'base64')
}

/** One buffer for all groups: there may be as many groups as bytes. */
const decodedGroups = (groups: readonly string[], mostBytes: number): Buffer => {
  const bytes = Buffer.allocUnsafe(mostBytes)
  let length = 0
  for (const group of groups) length += bytes.write(group, length, 'base64')
  return bytes.subarray(0, length)
}

/** An invalid escape stays unchanged. */
async function* decodeQuotedPrintable(content: Bytes): AsyncGenerator<Buffer> {
  let rest = ''
  for await (const piece of content) {
    const text = rest + piece.toString('latin1')
    // Kept for the next piece, where it may continue: an escape, a soft line break, spaces before a line end.
    const open = /(=[0-9A-Fa-f]?[ \t]*\r?|[ \t]+\r?)$/.exec(text.slice(-100))
    const end = text.length - (open?.[0].length ?? 0)
    rest = text.slice(end)
    if (end > 0) yield unescaped(text.slice(0, end))
  }
  if (rest !== '') yield unescaped(rest.replace(/=[ \t]*\r?$|[ \t]+$/, ''))
}

const unescaped = (text: string): Buffer => {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const bytes = Buffer.from(lines.map(wholeLine).join('') + last, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === equals ? hexByte(bytes[at + 1], bytes[at + 2]) : null
    bytes[length++] = code ?? bytes[at] ?? 0
    if (code !== null) at += 2
  }
  return bytes.subarray(0, length)
}

/** Spaces before a line end are not part of the text (RFC 2045, section 6.7); an equals sign removes the line end. */
const wholeLine = (line: string): string => {
  const lineEnd = line.endsWith('\r') ? '\r\n' : '\n'
  let end = line.length - (lineEnd.length - 1)
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--
  return line[end - 1] === '=' ? line.slice(0, end - 1) : line.slice(0, end) + lineEnd
}

const hexByte = (high: number | undefined, low: number | undefined): number | null => {
  const digits = [digit(high), digit(low)]
  return digits.includes(-1) ? null : (digits[0] ?? 0) * 16 + (digits[1] ?? 0)
}

const digit = (code = 0): number => '0123456789ABCDEF'.indexOf(String.fromCharCode(code).toUpperCase())

import type { Pace } from './pace.ts'

/** Shorter texts, in characters, are read with the rest of the body. */
export const longText = 1_024
/** Base64 is recognised by its beginning alone: that is all that its schema checks. */
const beginning = /^(?:[A-Za-z0-9+/]|\\[/rn]){32}/
/** Characters that are decoded at once: four of them make three bytes. The strings that this needs stay small. */
const pieceOfText = 64 * 1024
/** To decode a byte takes about this many times as long as to scan it. */
const costOfDecoding = 2

export interface ReadText {
  /** The index after its closing quotation mark. */
  end: number
  bytes: Buffer
}

const quote = 0x22

/**
 * The bytes of the long Base64 text whose opening quotation mark is at `open`, without ever having it as a string. Some writers escape its
 * slashes or put line breaks in. Undefined for a text that is short or anything else; it is left to the parser and the schema.
 */
export async function readBase64(body: Buffer, open: number, pace: Pace): Promise<ReadText | undefined> {
  const start = open + 1
  const end = body[open] === quote ? body.indexOf(quote, start) : -1
  if (end - start < longText || !beginning.test(body.toString('latin1', start, start + 64))) return undefined
  const bytes = Buffer.allocUnsafeSlow(Math.ceil(((end - start) * 3) / 4))
  let size = 0
  let text = ''
  let cutEscape = ''
  for (let at = start; at < end; at += pieceOfText) {
    const to = Math.min(end, at + pieceOfText)
    const piece = cutEscape + body.toString('latin1', at, to)
    cutEscape = piece.endsWith('\\') ? '\\' : ''
    text += unescapeText(piece.slice(0, piece.length - cutEscape.length))
    // All but the last letters, since padding may follow them, and only whole groups of four.
    const usable = to < end ? Math.max(0, text.length - (text.length % 4) - 4) : text.length
    const written = bytes.write(text.slice(0, usable), size, 'base64')
    if (written !== decodedLength(text.slice(0, usable))) return undefined
    size += written
    text = text.slice(usable)
    await pace.spend(to - at, costOfDecoding)
  }
  return cutEscape === '' ? { end: end + 1, bytes: bytes.subarray(0, size) } : undefined
}

const unescapeText = (text: string): string =>
  text.includes('\\') ? text.replaceAll('\\/', '/').replaceAll(/\\[rn]/g, '') : text

/** Bytes of the text when all of it is Base64. The decoder leaves out anything else, which shows in the length. */
function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const characters = text.length - padding
  return characters % 4 === 1 ? -1 : Math.floor((characters * 3) / 4)
}

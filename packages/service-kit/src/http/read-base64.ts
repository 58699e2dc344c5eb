import type { Pace } from './pace.ts'

/** Shorter texts are parsed with the rest of the body. Characters. */
export const longText = 1_024
/** Recognises Base64 by its beginning; the schema checks no more. */
const beginning = /^(?:[A-Za-z0-9+/]|\\[/rn]){32}/
/** Characters that are decoded at once: four give three bytes. Pieces keep the strings small. */
const pieceOfText = 64 * 1024
/** Decoding a byte takes about this many times as long as scanning it. */
const costOfDecoding = 2

export interface ReadText {
  /** The index after its closing quotation mark. */
  end: number
  bytes: Buffer
}

const quote = 0x22

/**
 * Decodes the long Base64 text whose opening quotation mark is at `open`, without creating the whole string. Accepts escaped slashes
 * and line breaks. Returns undefined for a short or any other text, which the parser and the schema then handle.
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
    // Whole groups of four characters, without the last ones, which padding may follow.
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

/** The number of bytes if the whole text is Base64. The decoder skips any other character, which makes the result shorter. */
export function decodedLength(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const characters = text.length - padding
  return characters % 4 === 1 ? -1 : Math.floor((characters * 3) / 4)
}

const backslash = 0x5c
const doubleQuote = 0x22

/** A backslash before a quote that neither ends its cell nor is doubled: it can only be an escape. */
const escapedQuote = /\\"[^;,\t|\r\n"]/

export interface QuoteVerdict {
  hasDoubleQuotes: boolean
  hasBackslashQuotes: boolean
}

/** Looks for quotes in the bytes of a file, and for quotes that are escaped the way databases do it. */
export const quoteTally = () => {
  let hasDoubleQuotes = false
  let hasBackslashQuotes = false
  let tail = Buffer.alloc(0)
  return {
    count(piece: Buffer): void {
      hasDoubleQuotes ||= piece.includes(doubleQuote)
      if (!hasBackslashQuotes && (tail.includes(backslash) || piece.includes(backslash))) {
        hasBackslashQuotes = escapedQuote.test(Buffer.concat([tail, piece]).toString('latin1'))
      }
      tail = Buffer.from(piece.subarray(-2))
    },
    verdict: (): QuoteVerdict => ({ hasDoubleQuotes, hasBackslashQuotes }),
  }
}

/** The quotes around the names of the header row: single ones where the first line begins and ends with one and has others between cells. */
export const quoteOf = (beginning: string): '"' | "'" => {
  const line =
    beginning
      .slice(0, 10_000)
      .trimStart()
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? ''
  return line.startsWith("'") && line.endsWith("'") && /'[;,\t|]'/.test(line) ? "'" : '"'
}

/** Quotes escaped by a backslash, written as a parser of RFC 4180 expects them: doubled. Outside of quotes a backslash means itself. */
export async function* doubledQuotes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let quoted = false
  let escaping = false
  for await (const piece of bytes) {
    const out = Buffer.allocUnsafe(piece.length * 2 + 1)
    let length = 0
    for (const byte of piece) {
      if (escaping) {
        escaping = false
        if (byte === doubleQuote) out[length++] = doubleQuote
        else if (byte !== backslash) out[length++] = backslash
        out[length++] = byte
      } else if (quoted && byte === backslash) escaping = true
      else {
        if (byte === doubleQuote) quoted = !quoted
        out[length++] = byte
      }
    }
    yield out.subarray(0, length)
  }
  if (escaping) yield Buffer.from('\\')
}

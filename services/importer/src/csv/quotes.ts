const backslash = 0x5c
const doubleQuote = 0x22
/** Bytes in which a quote with what follows it can be told. */
const longestTail = 8

/** A backslash before a quote that neither ends its cell nor is doubled: it can only be an escape. */
const escapedQuote = /\\"[^;,\t|\r\n"]/

/** Blanks between a closing quote and what ends its cell. */
const blankTail = /" +[;,\t|\r\n]/

export interface QuoteVerdict {
  hasDoubleQuotes: boolean
  /** Quotes within quoted cells are written `\"`. */
  hasBackslashQuotes: boolean
  /** Blanks stand behind closing quotes. */
  hasBlankTails: boolean
}

/** Looks for quotes in the bytes of a file, and for quotes that are escaped the way databases do it. */
export const quoteTally = () => {
  let hasDoubleQuotes = false
  let hasBackslashQuotes = false
  let hasBlankTails = false
  let tail = Buffer.alloc(0)
  return {
    count(piece: Buffer): void {
      hasDoubleQuotes ||= piece.includes(doubleQuote)
      if (hasDoubleQuotes && !(hasBackslashQuotes && hasBlankTails)) {
        // What goes across a boundary is found with the end of the piece before.
        const bytes = Buffer.concat([tail, piece])
        hasBackslashQuotes ||= bytes.includes('\\"') && escapedQuote.test(bytes.toString('latin1'))
        hasBlankTails ||= bytes.includes('" ') && blankTail.test(bytes.toString('latin1'))
        tail = Buffer.from(bytes.subarray(-longestTail))
      }
    },
    verdict: (): QuoteVerdict => ({ hasDoubleQuotes, hasBackslashQuotes, hasBlankTails }),
  }
}

/** The quotes around the names of the header row: single ones where the first line begins and ends with one and has others between cells. */
export const quoteOf = (beginning: string): '"' | "'" => {
  const line =
    beginning
      .slice(0, 10_000)
      .trimStart()
      .split(/[\r\n\u0085]/, 1)[0]
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

/** A quoted cell with blanks behind it, which the parser takes for text with quotes: its content. */
export const withoutTail = (cell: string): string => {
  if (!cell.endsWith(' ')) return cell
  const text = cell.trimEnd()
  const quote = text[0]
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote)
  return isQuoted ? text.slice(1, -1) : cell
}

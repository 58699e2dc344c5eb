const backslash = 0x5c
const doubleQuote = 0x22
/** Bytes at the end of a piece that are read again with the next one; the most spaces behind a quote that are recognised. */
const tailBytes = 64

/** A backslash before a quote that neither ends its cell nor is doubled, which can only be an escape. */
const escapedQuote = /\\"[^;,\t|\r\n"]/

/** Spaces between a closing quote and the end of its cell. The bytes of NEL in UTF-8 are C2 85. */
const blankTail = /" +(?:[;,\t|\r\n]|\xc2\x85)/
const blankTailAtEnd = /" +$/

export interface QuoteVerdict {
  hasDoubleQuotes: boolean
  /** Quotes within quoted cells are written `\"`. */
  hasBackslashQuotes: boolean
  /** Spaces follow closing quotes. */
  hasBlankTails: boolean
}

/** Detects quotes in the bytes of a file, quotes with backslash escapes as written by databases, and spaces behind quotes. */
export const quoteTally = () => {
  let hasDoubleQuotes = false
  let hasBackslashQuotes = false
  let hasBlankTails = false
  let tail = Buffer.alloc(0)
  return {
    count(piece: Buffer): void {
      hasDoubleQuotes ||= piece.includes(doubleQuote)
      if (hasDoubleQuotes && !(hasBackslashQuotes && hasBlankTails)) {
        // A match across a boundary is found with the end of the previous piece.
        const bytes = Buffer.concat([tail, piece])
        hasBackslashQuotes ||= bytes.includes('\\"') && escapedQuote.test(bytes.toString('latin1'))
        hasBlankTails ||= bytes.includes('" ') && blankTail.test(bytes.toString('latin1'))
        tail = Buffer.from(bytes.subarray(-tailBytes))
      }
    },
    verdict: (): QuoteVerdict => ({
      hasDoubleQuotes,
      hasBackslashQuotes,
      hasBlankTails: hasBlankTails || blankTailAtEnd.test(tail.toString('latin1')),
    }),
  }
}

/** The quote character of the header row: single quotes if the first line begins and ends with one and has others between cells. */
export const quoteOf = (beginning: string): '"' | "'" => {
  const line =
    beginning
      .slice(0, 10_000)
      .trimStart()
      .split(/[\r\n\u0085]/, 1)[0]
      ?.trim() ?? ''
  return line.startsWith("'") && line.endsWith("'") && /'[;,\t|]'/.test(line) ? "'" : '"'
}

/**
 * Returns a function that takes the UTF-8 bytes of a file in pieces and replaces quotes with a backslash escape by doubled quotes (RFC 4180). Outside
 * of quotes a backslash is an ordinary character, so at the end of a well-formed file no byte is held back.
 */
export const doubledQuotes = () => {
  let isQuoted = false
  let isEscaping = false
  return (bytes: Buffer): Buffer => {
    const doubled = Buffer.allocUnsafe(bytes.length * 2 + 1)
    let length = 0
    for (const byte of bytes) {
      if (isEscaping) {
        isEscaping = false
        if (byte === doubleQuote) doubled[length++] = doubleQuote
        else if (byte !== backslash) doubled[length++] = backslash
        doubled[length++] = byte
      } else if (isQuoted && byte === backslash) isEscaping = true
      else {
        if (byte === doubleQuote) isQuoted = !isQuoted
        doubled[length++] = byte
      }
    }
    return doubled.subarray(0, length)
  }
}

/** The content of a quoted cell followed by spaces, which csv-parse returns as text with quotes. */
export const withoutTail = (cell: string, quote: string): string => {
  if (!cell.endsWith(' ')) return cell
  const text = cell.trimEnd()
  return text.length > 1 && text.startsWith(quote) && text.endsWith(quote) ? text.slice(1, -1) : cell
}

const doubleQuote = 0x22
/** Bytes of a piece in which an escaped quote can begin that ends in the next. */
const longestTail = 2

/** A backslash before a quote that neither ends its cell nor is doubled: it can only be an escape. */
const escapedQuote = /\\"[^;,\t|\r\n"]/

export interface QuoteVerdict {
  hasDoubleQuotes: boolean
  /** Quotes within quoted cells are written `\"`. */
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
      if (hasDoubleQuotes && !hasBackslashQuotes) {
        // What goes across a boundary is found with the end of the piece before.
        const bytes = Buffer.concat([tail, piece])
        hasBackslashQuotes = bytes.includes('\\"') && escapedQuote.test(bytes.toString('latin1'))
        tail = Buffer.from(bytes.subarray(-longestTail))
      }
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
      .split(/[\r\n\u0085]/, 1)[0]
      ?.trim() ?? ''
  return line.startsWith("'") && line.endsWith("'") && /'[;,\t|]'/.test(line) ? "'" : '"'
}

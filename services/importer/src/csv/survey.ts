import type { Readable } from 'node:stream'
import { peek, pieces } from '../bytes/pieces.ts'
import { type Encoding, encodingByBeginning, toText } from './encoding.ts'
import { encodingTally } from './encoding-tally.ts'
import { type QuoteVerdict, quoteTally } from './quotes.ts'
import { UnreadableCsvError } from './unreadable.ts'

/** The result of the first pass over a file, with which the second one reads its rows. */
export interface Survey extends QuoteVerdict {
  encoding: Encoding
  /** The start of the text, without a byte order mark. */
  beginning: string
  /** The file is longer than `beginning`. */
  goesOn: boolean
}

/** Enough for the header and the rows that determine delimiter and quotes. */
const beginningBytes = 64 * 1024

/**
 * Reads a whole file and keeps only its start. A byte order mark determines the encoding, then the configuration, then the bytes. Throws
 * `UnreadableCsvError` when the file is no text or its encoding is unknown, and the reason of `signal`.
 */
export const survey = async (stream: Readable, configured?: Encoding, signal?: AbortSignal): Promise<Survey> => {
  const { head, isWhole, content } = await peek(pieces(stream, signal), beginningBytes)
  const byBeginning = encodingByBeginning(head)
  const stated = byBeginning?.marked ? byBeginning.encoding : (configured ?? byBeginning?.encoding)
  const isWide = stated === 'utf-16le' || stated === 'utf-16be'
  const encodings = encodingTally()
  const quotes = quoteTally()
  for await (const piece of isWide ? inUtf8(toText(content, stated)) : content) {
    if (piece.includes(0)) throw new UnreadableCsvError({ id: 'csv.no-text' })
    encodings.count(piece)
    quotes.count(piece)
  }
  const encoding = stated ?? encodings.verdict()
  if (encoding === null) throw new UnreadableCsvError({ id: 'csv.unknown-encoding' })
  return {
    encoding,
    beginning: new TextDecoder(encoding).decode(head, { stream: true }),
    goesOn: !isWhole,
    ...quotes.verdict(),
  }
}

async function* inUtf8(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

import type { Readable } from 'node:stream'
import { peek } from '../bytes/peek.ts'
import { pieces } from '../bytes/pieces.ts'
import { type Encoding, encodingByBeginning, toText } from './encoding.ts'
import { encodingTally } from './encoding-tally.ts'
import { type QuoteVerdict, quoteTally } from './quotes.ts'
import { UnreadableCsv } from './unreadable.ts'

/** What a first pass over a file finds out, so that a second one can read it row by row. */
export interface Survey extends QuoteVerdict {
  encoding: Encoding
  /** The beginning as text, without a byte order mark. */
  beginning: string
  /** The file goes on behind `beginning`. */
  goesOn: boolean
}

/** Enough for the header and the rows by which delimiter and quotes are told. */
const beginningBytes = 64 * 1024

/**
 * Reads a file from end to end and keeps only its beginning. About the encoding a byte order mark decides, then the configuration, then the bytes
 * themselves. Throws `UnreadableCsv` when the file is no text or its encoding is unknown, and the reason
 * of `signal`.
 */
export const survey = async (stream: Readable, configured?: Encoding, signal?: AbortSignal): Promise<Survey> => {
  const { head, isWhole, content } = await peek(pieces(stream, signal), beginningBytes)
  const certain = encodingByBeginning(head)
  const isWide = certain !== null && certain.encoding !== 'utf-8'
  const encodings = encodingTally()
  const quotes = quoteTally()
  for await (const piece of isWide ? inUtf8(toText(content, certain.encoding)) : content) {
    if (piece.includes(0)) throw new UnreadableCsv('no-text')
    encodings.count(piece)
    quotes.count(piece)
  }
  const encoding = decide(certain, configured, encodings.verdict())
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

const decide = (
  certain: ReturnType<typeof encodingByBeginning>,
  configured: Encoding | undefined,
  byBytes: Encoding | null,
): Encoding => {
  const decided = certain?.marked ? certain.encoding : (configured ?? certain?.encoding ?? byBytes)
  if (decided !== null) return decided
  throw new UnreadableCsv('unknown-encoding')
}

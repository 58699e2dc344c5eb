import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { pieces } from '../bytes/pieces.ts'
import { type Delimiter, detectDelimiter } from './delimiter.ts'
import { type Encoding, toUtf8 } from './encoding.ts'
import { doubledQuotes, type QuoteVerdict, quoteOf, withoutTail } from './quotes.ts'
import { inShape, type RowFault } from './row-shape.ts'
import { type Survey, survey } from './survey.ts'
import { UnreadableCsv, type UnreadableReason } from './unreadable.ts'

export { UnreadableCsv } from './unreadable.ts'

export interface CsvFormat {
  delimiter?: Delimiter | undefined
  encoding?: Encoding | undefined
}

export interface CsvDialect {
  encoding: Encoding
  delimiter: Delimiter
  /** `null` when the file has no quotes. */
  quote: string | null
}

export interface CsvFile {
  dialect: CsvDialect
  /** Names of the columns as the file has them, trimmed. */
  header: string[]
  /**
   * Rows below the header, one by one, with their numbers from 1; wholly empty ones are counted but not given. The bytes are opened when the
   * first row is asked for. Throws `UnreadableCsv` where the file breaks.
   */
  rows: AsyncIterable<CsvRow>
}

export interface CsvRow {
  row: number
  /** As many as the header has columns, unless there is a fault. Blanks before a cell are left out, those within quotes are kept. */
  cells: string[]
  fault?: RowFault
}

/** Opens the bytes of a file from their beginning. */
export type OpenBytes = () => Promise<Readable>

interface Dialect extends QuoteVerdict {
  encoding: Encoding
  delimiter: Delimiter
  quote: '"' | "'"
  /** Bytes before the data, in UTF-8. */
  skip: number
}

/** Longer than any row of a booking list; a quote that is never closed ends here, not at the end of memory. */
const longestRowBytes = 1024 * 1024

/**
 * Opens a CSV file: a first pass over the bytes finds out encoding, delimiter, quotes and header; a second gives the rows. Memory is bounded
 * whatever the size. Throws `UnreadableCsv`, and what `open` and its stream throw.
 */
export const openCsv = async (open: OpenBytes, format: CsvFormat = {}): Promise<CsvFile> => {
  const found = await survey(await open(), format.encoding)
  const quote = quoteOf(found.beginning)
  const { delimiter, skip } = detectDelimiter(found.beginning, format.delimiter, quote)
  const dialect = { ...found, delimiter, quote, skip: Buffer.byteLength(found.beginning.slice(0, skip)) }
  const header = await readHeader(found, dialect)
  return {
    dialect: { encoding: found.encoding, delimiter, quote: quote === "'" || found.hasDoubleQuotes ? quote : null },
    header,
    rows: { [Symbol.asyncIterator]: () => readRows(open, dialect, header.length) },
  }
}

const readHeader = async ({ beginning, goesOn }: Survey, dialect: Dialect): Promise<string[]> => {
  try {
    // Of a beginning that is cut off, the last record is none.
    for await (const some of records([Buffer.from(beginning)], dialect, !goesOn)) {
      const header = some.find((record) => !isBlank(record))
      if (header !== undefined) return header.map((name) => name.trim())
    }
  } catch (error) {
    throw unreadable(error, 0)
  }
  throw new UnreadableCsv(goesOn ? 'long-header' : 'empty')
}

async function* readRows(open: OpenBytes, dialect: Dialect, columns: number): AsyncGenerator<CsvRow> {
  // -1: the header row is still to come.
  let row = -1
  try {
    for await (const some of records(toUtf8(pieces(await open()), dialect.encoding), dialect)) {
      for (const cells of some) {
        const blank = isBlank(cells)
        if (row === -1 && blank) continue
        row++
        if (row > 0 && !blank)
          yield { row, ...inShape(dialect.hasBlankTails ? cells.map(withoutTail) : cells, columns) }
      }
    }
  } catch (error) {
    throw unreadable(error, row + 1)
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** All records of the text, those of a piece at a time, also those before the place where it breaks: the parser as a stream would drop what it has not handed over yet. */
async function* records(
  utf8: AsyncIterable<Buffer> | Iterable<Buffer>,
  { delimiter, quote, hasBackslashQuotes, skip }: Dialect,
  isWhole = true,
): AsyncGenerator<string[][]> {
  const parsed: string[][] = []
  const parser = parse({
    delimiter,
    quote,
    escape: quote,
    record_delimiter: ['\r\n', '\n', '\r', '\u0085'],
    ltrim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: longestRowBytes,
    on_record: (record: string[]) => {
      parsed.push(record)
      return null
    },
  })
  parser.on('error', () => {
    // Comes by the callbacks below.
  })
  const data = behind(utf8, skip)
  for await (const piece of hasBackslashQuotes && quote === '"' ? doubledQuotes(data) : data) {
    const fault = await settled((done) => parser.write(piece, done))
    yield parsed.splice(0)
    if (fault) throw fault
  }
  if (!isWhole) return
  const fault = await settled((done) => parser.end(done))
  yield parsed.splice(0)
  if (fault) throw fault
}

/** What a callback of a stream reports, as a value. */
const settled = (call: (done: (error?: Error | null) => void) => void): Promise<Error | null> =>
  new Promise((resolve) => call((error) => resolve(error ?? null)))

async function* behind(bytes: AsyncIterable<Buffer> | Iterable<Buffer>, skip: number): AsyncGenerator<Buffer> {
  let left = skip
  for await (const piece of bytes) {
    if (piece.length > left) yield left === 0 ? piece : piece.subarray(left)
    left = Math.max(0, left - piece.length)
  }
}

/** The parser's own messages quote the data, so they are not passed on. */
const unreadable = (error: unknown, row: number): unknown => {
  if (!(error instanceof CsvError)) return error
  const [inHeader, inRow] = reasons[error.code] ?? otherReasons
  return new UnreadableCsv(row === 0 ? inHeader : inRow, { row })
}

type Reasons = readonly [inHeader: UnreadableReason, inRow: UnreadableReason]
const reasons: Readonly<Record<string, Reasons>> = {
  CSV_QUOTE_NOT_CLOSED: ['open-quote-in-header', 'open-quote'],
  CSV_MAX_RECORD_SIZE: ['endless-header', 'endless-row'],
}
const otherReasons: Reasons = ['broken-header', 'broken-row']

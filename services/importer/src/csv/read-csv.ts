import type { Readable } from 'node:stream'
import { pieces } from '../bytes/pieces.ts'
import type { Explanation } from '../explanation.ts'
import { type Delimiter, detectDelimiter } from './delimiter.ts'
import { type Encoding, toText } from './encoding.ts'
import { type QuoteVerdict, quoteOf } from './quotes.ts'
import { type CsvRecord, CsvSyntaxError, type RecordFault, RecordParser } from './record-parser.ts'
import { inShape, type RowFault } from './row-shape.ts'
import { type Survey, survey } from './survey.ts'
import { UnreadableCsvError } from './unreadable.ts'

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
  /** Column names of the file, trimmed. */
  header: string[]
  /**
   * Rows below the header with their numbers from 1; blank rows are counted but not returned. The bytes are opened when the first row is read.
   * Throws `UnreadableCsvError` at the first unreadable row.
   */
  rows: AsyncIterable<CsvRow>
}

export interface CsvRow {
  row: number
  /** At most as many as the header has columns, unless there is a fault. Spaces before a cell are removed, those within quotes are kept. */
  cells: string[]
  fault?: RowFault
}

/** Opens the bytes of a file from the start. */
export type OpenBytes = () => Promise<Readable>

interface Dialect extends QuoteVerdict {
  encoding: Encoding
  delimiter: Delimiter
  quote: '"' | "'"
  /** Characters before the data. */
  skip: number
}

/**
 * Opens a CSV file: a first pass over the bytes detects encoding, delimiter, quotes and header; a second one returns the rows. Memory is bounded for
 * any size. Throws `UnreadableCsvError`, errors of `open` and its stream, and, in both passes, the reason of `signal`.
 */
export const openCsv = async (open: OpenBytes, format: CsvFormat = {}, signal?: AbortSignal): Promise<CsvFile> => {
  const found = await survey(await open(), format.encoding, signal)
  const quote = quoteOf(found.beginning)
  const { delimiter, skip } = detectDelimiter(found.beginning, format.delimiter, quote)
  const dialect = { ...found, delimiter, quote, skip }
  const header = await readHeader(found, dialect)
  return {
    dialect: { encoding: found.encoding, delimiter, quote: quote === "'" || found.hasDoubleQuotes ? quote : null },
    header,
    rows: { [Symbol.asyncIterator]: () => readRows(open, dialect, header.length, signal) },
  }
}

const readHeader = async ({ beginning, goesOn }: Survey, dialect: Dialect): Promise<string[]> => {
  const parser = new RecordParser(dialect)
  try {
    for await (const { cells } of parser.write(beginning.slice(dialect.skip))) return cells.map((name) => name.trim())
    // The last record of an incomplete text is incomplete.
    if (!goesOn) for await (const { cells } of parser.end()) return cells.map((name) => name.trim())
  } catch (error) {
    throw unreadable(error, 0)
  }
  throw new UnreadableCsvError({ id: goesOn ? 'csv.long-header' : 'csv.empty' })
}

async function* readRows(
  open: OpenBytes,
  dialect: Dialect,
  columns: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<CsvRow> {
  const parser = new RecordParser(dialect)
  let headerNumber: number | undefined
  try {
    const texts = toText(pieces(await open(), signal), dialect.encoding)
    for await (const record of records(texts, dialect.skip, parser)) {
      if (headerNumber === undefined) headerNumber = record.number
      else yield { row: record.number - headerNumber, ...inShape(record.cells, columns) }
    }
  } catch (error) {
    throw unreadable(error, headerNumber === undefined ? 0 : parser.number - headerNumber)
  }
}

async function* records(texts: AsyncIterable<string>, skip: number, parser: RecordParser): AsyncGenerator<CsvRecord> {
  let toSkip = skip
  for await (const text of texts) {
    yield* parser.write(text.slice(toSkip))
    toSkip = Math.max(0, toSkip - text.length)
  }
  yield* parser.end()
}

const unreadable = (error: unknown, row: number): unknown =>
  error instanceof CsvSyntaxError ? new UnreadableCsvError(explanations[error.fault](row)) : error

/** Row 0 is the header. */
const explanations: Readonly<Record<RecordFault, (row: number) => Explanation>> = {
  'open-quote': (row) => (row === 0 ? { id: 'csv.open-quote-in-header' } : { id: 'csv.open-quote', values: { row } }),
  'long-record': (row) => (row === 0 ? { id: 'csv.long-header' } : { id: 'csv.endless-row', values: { row } }),
  'wide-record': (row) => (row === 0 ? { id: 'csv.wide-header' } : { id: 'csv.wide-row', values: { row } }),
  'broken-quotes': (row) => ({ id: 'csv.broken-quotes', values: { row } }),
  'too-many-records': () => ({ id: 'csv.too-many-rows' }),
}

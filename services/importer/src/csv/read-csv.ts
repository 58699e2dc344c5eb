import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse'
import { type Delimiter, detectDelimiter } from './delimiter.ts'
import { type DecodedText, decodeText, type Encoding } from './encoding.ts'

export interface CsvFormat {
  delimiter?: Delimiter | undefined
  encoding?: Encoding | undefined
}

export interface CsvDialect {
  encoding: Encoding
  delimiter: Delimiter
  quote: string | null
}

/** The file can't be read as CSV at all; the message says where and why. */
export class UnreadableCsv extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableCsv'
  }
}

export interface CsvFile {
  dialect: CsvDialect
  /** Names of the columns as the file has them, trimmed. */
  header: string[]
  /** Rows below the header, one by one, with their numbers from 1; wholly empty ones are counted but not given. */
  rows: AsyncIterable<CsvRow>
}

export interface CsvRow {
  row: number
  cells: string[]
}

/** Longer than any row of a booking list; a quote that is never closed ends here, not at the end of memory. */
const longestRowBytes = 1024 * 1024

/**
 * Opens a CSV file: finds out encoding, delimiter and header; rows are parsed as they are asked for. `open` gives the bytes from their
 * beginning and may be called more than once. Throws `UnreadableCsv`.
 */
export const openCsv = async (open: () => Promise<Readable>, format: CsvFormat = {}): Promise<CsvFile> => {
  const bytes = await buffer(await open())
  const decoded = decodeText(bytes, format.encoding)
  if (decoded.text.includes('\u0000')) throw new UnreadableCsv('The file is not a text: it holds NUL characters.')
  const { delimiter, skip } = detectDelimiter(decoded.text, format.delimiter)
  const records = parseRecords(decoded, skip, delimiter)
  const first = await records.next()
  if (first.done) throw new UnreadableCsv('The file is empty: it has no header row.')
  return {
    dialect: { encoding: decoded.encoding, delimiter, quote: decoded.text.includes('"') ? '"' : null },
    header: first.value.map((name) => name.trim()),
    rows: numbered(records),
  }
}

async function* parseRecords(decoded: DecodedText, skip: number, delimiter: Delimiter): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: longestRowBytes,
  })
  parser.end(decoded.text.slice(skip))
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    throw new UnreadableCsv(`The file can't be read as CSV: ${sentence(error)}`)
  }
}

async function* numbered(records: AsyncIterable<string[]>): AsyncGenerator<CsvRow> {
  let row = 0
  for await (const cells of records) {
    row++
    if (cells.some((cell) => cell.trim() !== '')) yield { row, cells }
  }
}

const csvFaults: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell is never closed.',
  CSV_MAX_RECORD_SIZE: 'a row is longer than 1 MB, most likely because a quote is never closed.',
}

/** The parser's own messages quote the data, so they are not passed on. */
const sentence = (error: unknown): string => {
  const { code } = error as { code?: string }
  return (code !== undefined && csvFaults[code]) || 'quotes or delimiters are broken.'
}

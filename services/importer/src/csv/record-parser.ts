import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvError, type InfoRecord, type Parser, parse } from 'csv-parse'
import { doubledQuotes, type QuoteVerdict, withoutTail } from './quotes.ts'

/** As many as a worksheet of a spreadsheet has columns. */
const maxCells = 16_384
/** Bytes in UTF-8, as many as the header may have. A quote that is never closed ends here. */
const maxRecordBytes = 64 * 1024
/**
 * Characters in a file. csv-parse copies its cell buffer, which stays as large as the longest cell so far, for each cell with text behind its
 * closing quote. So many take about a second.
 */
const maxCopiedLength = 2 ** 31
/** Blank ones included. Twice the rows of a worksheet. */
export const maxRecords = 2_000_000
/** csv-parse leaves at most so many bytes for the next call, to see the end of a delimiter, an escape or a blank. */
const lookAheadBytes = 4
/** Parsed at once. The worst text, cells with text behind their closing quotes, takes about 10 ms. */
const pieceBytes = 2 * 1024

export interface RecordFormat extends Pick<QuoteVerdict, 'hasBackslashQuotes' | 'hasBlankTails'> {
  delimiter: string
  quote: string
}

export interface CsvRecord {
  /** From 1, blank records counted. */
  number: number
  cells: string[]
}

export type RecordFault = 'open-quote' | 'long-record' | 'wide-record' | 'broken-quotes' | 'too-many-records'

/** The text cannot be split any further. The message contains none of it, because the message may end in an answer or a log. */
export class CsvSyntaxError extends Error {
  override readonly name = 'CsvSyntaxError'
  readonly fault: RecordFault
  constructor(fault: RecordFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Splits CSV text into records with csv-parse, in small pieces between which the event loop runs. Lenient where files are: CR, LF, CRLF and NEL
 * end a record; blanks before a cell and behind a closing quote are dropped; a quote that does not begin a cell, or is followed by more text, is
 * an ordinary character. Blank records are counted, not returned.
 */
export class RecordParser {
  readonly #parser: Parser
  readonly #hasBlankTails: boolean
  readonly #quote: string
  readonly #doubleQuotes: ((bytes: Buffer) => Buffer) | undefined
  #parsed: CsvRecord[] = []
  #number = 1
  #writtenBytes = 0
  /** Where the current record begins. */
  #recordStart = 0
  #longestCell = 0
  #copiedLength = 0

  constructor({ delimiter, quote, hasBackslashQuotes, hasBlankTails }: RecordFormat) {
    this.#quote = quote
    this.#hasBlankTails = hasBlankTails
    this.#doubleQuotes = hasBackslashQuotes && quote === '"' ? doubledQuotes() : undefined
    this.#parser = parse({
      delimiter,
      quote,
      escape: quote,
      record_delimiter: ['\r\n', '\n', '\r', '\u0085'],
      ltrim: true,
      relax_column_count: true,
      relax_quotes: true,
      on_record: (cells: string[], info: InfoRecord) => this.#endRecord(cells, info.bytes),
    })
    this.#parser.on('error', () => {
      // `#call` throws it: each call gets the error in its callback.
    })
  }

  /** Returns the records that end in this text. Throws `CsvSyntaxError` behind the last one that is sound. */
  async *write(text: string): AsyncGenerator<CsvRecord> {
    const utf8 = Buffer.from(text)
    const bytes = this.#doubleQuotes?.(utf8) ?? utf8
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      this.#writtenBytes += piece.length
      yield* this.#call((done) => this.#parser.write(piece, done))
      this.#checkLength(this.#writtenBytes - lookAheadBytes)
      await yieldToEventLoop()
    }
  }

  /** Returns the last records, which no later text can change. Throws `CsvSyntaxError` when a quoted cell is still open. */
  async *end(): AsyncGenerator<CsvRecord> {
    yield* this.#call((done) => this.#parser.end(done))
    this.#checkLength(this.#writtenBytes)
  }

  /** The record that is being read. */
  get number(): number {
    return this.#number
  }

  async *#call(method: (done: (error?: Error | null) => void) => void): AsyncGenerator<CsvRecord> {
    const error = await new Promise<Error | null>((resolve) => method((reported) => resolve(reported ?? null)))
    yield* this.#parsed.splice(0)
    // The messages of csv-parse quote the text, so they are not passed on.
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') throw new CsvSyntaxError('open-quote')
    if (error !== null) throw error
  }

  #endRecord(cells: string[], endBytes: number): null {
    this.#checkLength(endBytes)
    if (cells.length > maxCells) throw new CsvSyntaxError('wide-record')
    if (this.#number > maxRecords) throw new CsvSyntaxError('too-many-records')
    this.#countCopies(cells)
    const content = this.#hasBlankTails ? cells.map((cell) => withoutTail(cell, this.#quote)) : cells
    if (!isBlank(content)) this.#parsed.push({ number: this.#number, cells: content })
    this.#number++
    this.#recordStart = endBytes
    resetLengthComparison(this.#parser)
    return null
  }

  #checkLength(endBytes: number): void {
    if (endBytes - this.#recordStart > maxRecordBytes) throw new CsvSyntaxError('long-record')
  }

  #countCopies(cells: readonly string[]): void {
    for (const cell of cells) {
      this.#longestCell = Math.max(this.#longestCell, cell.length)
      // csv-parse keeps the quotes of a cell with text behind them.
      if (cell.startsWith(this.#quote)) this.#copiedLength += this.#longestCell
    }
    if (this.#copiedLength > maxCopiedLength) throw new CsvSyntaxError('broken-quotes')
  }
}

/**
 * csv-parse builds an error with a stack trace, about 15 µs, for each record that has another number of cells than the first one, even with
 * `relax_column_count`. A record counts as the first one while `records` is 0.
 */
const resetLengthComparison = ({ info }: { info: { records: number } }): void => {
  info.records = 0
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

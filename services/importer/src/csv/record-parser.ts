import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { CsvError, type InfoRecord, type Parser, parse } from 'csv-parse'
import { doubledQuotes, type QuoteVerdict, withoutTail } from './quotes.ts'

/** The number of columns of a worksheet. */
const maxCells = 16_384
/** Bytes in UTF-8, also of the header. An unclosed quote ends here. */
const maxRecordBytes = 64 * 1024
/**
 * Copied characters in a file. For each cell with text behind its closing quote csv-parse copies its cell buffer, which is as large as the longest
 * cell so far. Copying so many takes about a second.
 */
const maxCopiedLength = 2 ** 31
/** Including blank rows. Twice the rows of a worksheet. */
export const maxRecords = 2_000_000
/** csv-parse keeps at most so many bytes for the next call, to find the end of a delimiter, an escape or a space. */
const lookAheadBytes = 4
/** Characters parsed without a pause. The worst text, cells with text behind their closing quotes, takes about 10 ms. */
const pieceBytes = 2 * 1024

export interface RecordFormat extends Pick<QuoteVerdict, 'hasBackslashQuotes' | 'hasBlankTails'> {
  delimiter: string
  quote: string
}

export interface CsvRecord {
  /** From 1, including blank records. */
  number: number
  cells: string[]
}

export type RecordFault = 'open-quote' | 'long-record' | 'wide-record' | 'broken-quotes' | 'too-many-records'

/** The rest of the text cannot be parsed. The message contains none of it, because it may be logged or returned. */
export class CsvSyntaxError extends Error {
  override readonly name = 'CsvSyntaxError'
  readonly fault: RecordFault
  constructor(fault: RecordFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Splits CSV text into records with csv-parse, in small pieces between which the event loop runs. It is lenient: CR, LF, CRLF and NEL end a record;
 * spaces before a cell and behind a closing quote are removed; a quote within a cell, or one followed by more text, is an ordinary character. Blank
 * records are counted, not returned.
 */
export class RecordParser {
  readonly #parser: Parser
  readonly #hasBlankTails: boolean
  readonly #quote: string
  readonly #doubleQuotes: ((bytes: Buffer) => Buffer) | undefined
  #parsed: CsvRecord[] = []
  #number = 1
  #writtenBytes = 0
  /** Start of the current record. */
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

  /** Returns the records that end in this text. Throws `CsvSyntaxError` after the last well-formed one. */
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

  /** Returns the last records at the end of the text. Throws `CsvSyntaxError` when a quoted cell is still open. */
  async *end(): AsyncGenerator<CsvRecord> {
    yield* this.#call((done) => this.#parser.end(done))
    this.#checkLength(this.#writtenBytes)
  }

  /** Number of the current record. */
  get number(): number {
    return this.#number
  }

  async *#call(method: (done: (error?: Error | null) => void) => void): AsyncGenerator<CsvRecord> {
    const error = await new Promise<Error | null>((resolve) => method((reported) => resolve(reported ?? null)))
    yield* this.#parsed.splice(0)
    // The messages of csv-parse quote the text, so they are dropped.
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
 * Prevents errors of csv-parse: for each record with another number of cells than the first one it creates an error with a stack trace (15 µs), even
 * with `relax_column_count`. A record counts as the first one while `records` is 0.
 */
const resetLengthComparison = ({ info }: { info: { records: number } }): void => {
  info.records = 0
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

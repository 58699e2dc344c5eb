/** As many as a worksheet of a spreadsheet has columns. */
const maxCells = 16_384
/** Characters. Longer than any row of a booking list: a quote that is never closed ends here, not at the end of memory. */
const maxRecordLength = 1024 * 1024
/** Blank ones included. Twice the rows of a worksheet. */
export const maxRecords = 2_000_000

export interface RecordFormat {
  delimiter: string
  quote: string
  /** A quote within quotes is written `\"`, not only `""`. */
  hasBackslashQuotes: boolean
}

export interface CsvRecord {
  /** From 1, blank records counted. */
  number: number
  cells: string[]
}

export type RecordFault = 'open-quote' | 'long-record' | 'wide-record' | 'too-many-records'

/** The text cannot be split any further. The message holds none of it: it may end in an answer or a log. */
export class CsvSyntaxError extends Error {
  override readonly name = 'CsvSyntaxError'
  readonly fault: RecordFault
  constructor(fault: RecordFault) {
    super(fault)
    this.fault = fault
  }
}

const backslash = 0x5c
const space = 0x20
const lineFeed = 0x0a
const carriageReturn = 0x0d
const nextLine = 0x85

type State =
  | 'cell start'
  | 'after carriage return'
  | 'unquoted'
  | 'quoted'
  | 'after backslash'
  /** The quote closes the cell, or is the first of two that stand for one. */
  | 'after quote'

/**
 * Splits CSV text into records (RFC 4180), in one pass and in time proportional to its length, whatever it holds. Lenient where files are:
 * CR, LF, CRLF and NEL end a record; blanks before a cell and behind a closing quote are dropped; a quote that does not begin a cell, or is
 * followed by more text, is an ordinary character. Blank records are counted, not returned.
 */
export class RecordParser {
  readonly #delimiter: number
  readonly #quote: number
  readonly #hasBackslashQuotes: boolean
  #state: State = 'cell start'
  #number = 1
  #cells: string[] = []
  #isBlank = true
  /** What is known of the current cell. */
  #value = ''
  #blanksAfterQuote = 0
  /** Characters of the current record in earlier texts. */
  #earlierLength = 0

  constructor({ delimiter, quote, hasBackslashQuotes }: RecordFormat) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#quote = quote.charCodeAt(0)
    this.#hasBackslashQuotes = hasBackslashQuotes && quote === '"'
  }

  /** Returns the records that end in this text. Throws `CsvSyntaxError` behind the last one that is sound. */
  *write(text: string): Generator<CsvRecord> {
    let recordFrom = 0
    /** Where the part of the cell begins that is not in `#value` yet. */
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (this.#state === 'quoted') {
        if (code !== this.#quote && !(code === backslash && this.#hasBackslashQuotes)) continue
        this.#value += text.slice(from, at)
        this.#state = code === this.#quote ? 'after quote' : 'after backslash'
        continue
      }
      if (this.#state === 'after backslash') {
        if (code !== this.#quote && code !== backslash) this.#value += '\\'
        from = at
        this.#state = 'quoted'
        continue
      }
      if (this.#state === 'after carriage return') {
        this.#state = 'cell start'
        if (code === lineFeed) {
          recordFrom = from = at + 1
          continue
        }
      }
      const endsRecord = code === lineFeed || code === carriageReturn || code === nextLine
      if (endsRecord || code === this.#delimiter) {
        this.#endCell(this.#state === 'unquoted' ? text.slice(from, at) : '')
        this.#checkLength(at - recordFrom)
        from = at + 1
        if (!endsRecord) continue
        const record = this.#endRecord()
        if (record !== null) yield record
        recordFrom = from
        if (code === carriageReturn) this.#state = 'after carriage return'
      } else if (this.#state === 'cell start') {
        if (code === this.#quote) this.#state = 'quoted'
        else if (!isBlank(code)) this.#state = 'unquoted'
        from = this.#state === 'unquoted' ? at : at + 1
      } else if (this.#state === 'after quote') {
        if (code === this.#quote && this.#blanksAfterQuote === 0) {
          from = at
          this.#state = 'quoted'
        } else if (code === space) this.#blanksAfterQuote++
        else {
          const quote = String.fromCharCode(this.#quote)
          this.#value = `${quote}${this.#value}${quote}${' '.repeat(this.#blanksAfterQuote)}`
          from = at
          this.#state = 'unquoted'
        }
      }
    }
    if (this.#state === 'unquoted' || this.#state === 'quoted') this.#value += text.slice(from)
    this.#checkLength(text.length - recordFrom)
    this.#earlierLength += text.length - recordFrom
  }

  /** Returns the last record, which no line end follows. Throws `CsvSyntaxError` when a quoted cell is still open. */
  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted' || this.#state === 'after backslash') throw new CsvSyntaxError('open-quote')
    this.#endCell('')
    const record = this.#endRecord()
    if (record !== null) yield record
  }

  /** The record that is being read, or was the last. */
  get number(): number {
    return this.#number
  }

  #endCell(rest: string): void {
    const cell = this.#value === '' ? rest : this.#value + rest
    if (this.#cells.length === maxCells) throw new CsvSyntaxError('wide-record')
    this.#cells.push(cell)
    this.#isBlank &&= cell.trim() === ''
    this.#value = ''
    this.#blanksAfterQuote = 0
    this.#state = 'cell start'
  }

  #endRecord(): CsvRecord | null {
    if (this.#number > maxRecords) throw new CsvSyntaxError('too-many-records')
    const record = this.#isBlank ? null : { number: this.#number, cells: this.#cells }
    this.#number++
    if (this.#isBlank) this.#cells.length = 0
    else this.#cells = []
    this.#isBlank = true
    this.#earlierLength = 0
    return record
  }

  #checkLength(lengthHere: number): void {
    if (this.#earlierLength + lengthHere > maxRecordLength) throw new CsvSyntaxError('long-record')
  }
}

/** As `String.prototype.trim` has it. */
const isBlank = (code: number): boolean =>
  code <= space
    ? code === space || (code >= 0x09 && code <= 0x0d)
    : code >= 0xa0 && /\s/.test(String.fromCharCode(code))

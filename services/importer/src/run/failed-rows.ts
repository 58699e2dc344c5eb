import { stringify } from 'csv-stringify/sync'
import type { CsvDialect } from '../csv/read-csv.ts'

/** What a spreadsheet would run as a formula (OWASP, "CSV Injection"). */
const formula = /^[=+\-@\t\r]/
/** Any line end ends a row when the file is read, and blanks around a cell without quotes are left out. */
const needsQuotes = /[\r\n\u0085]|^\s|\s$/
const harmlessNumber = /^[+-]?\d[\d.,]*$/

/**
 * A CSV of only the rows that failed, in the dialect of the file they came from, ready to be mended and sent again.
 * Cells that a spreadsheet would run as a formula begin with an apostrophe, which the import takes off again.
 */
export const failedRowsCsv = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  dialect: CsvDialect,
): Buffer => {
  const text = stringify(
    [header, ...rows].map((cells) => cells.map(defused)),
    { delimiter: dialect.delimiter, record_delimiter: 'windows', quoted_match: needsQuotes },
  )
  return encode(text, dialect.encoding)
}

const defused = (cell: string): string => (formula.test(cell) && !harmlessNumber.test(cell) ? `'${cell}` : cell)

/** UTF-8 and UTF-16 get a byte order mark, without which spreadsheets guess wrong. */
const encode = (text: string, encoding: CsvDialect['encoding']): Buffer => {
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  if (encoding === 'windows-1252') return encodeWindows1252(text)
  return Buffer.from(`\ufeff${text}`, 'utf8')
}

/** The cells were decoded from Windows-1252, so each character has its byte; the table is the decoder's own, inverted. */
const encodeWindows1252 = (text: string): Buffer => {
  const characters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const byteOf = new Map([...characters].map((character, byte) => [character, byte]))
  return Buffer.from([...text].map((character) => byteOf.get(character) ?? 0x3f))
}

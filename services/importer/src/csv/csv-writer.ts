import { stringify } from 'csv-stringify/sync'
import { withoutFormula } from './cell-text.ts'
import type { CsvDialect } from './read-csv.ts'

/** Any line end ends a row when the file is read, and blanks around a cell without quotes are left out. */
const needsQuotes = /[\r\n\u0085]|^\s|\s$/

type Cells = readonly string[]

export interface CsvWriter {
  /** The beginning of the file; UTF-8 and UTF-16 get a byte order mark, without which spreadsheets guess wrong. */
  header(cells: Cells): Buffer
  rows(rows: readonly Cells[]): Buffer
}

/**
 * Writes CSV piece by piece in the dialect of the file that the rows came from, ready to be mended and sent again. Cells that a
 * spreadsheet would run as a formula begin with an apostrophe, which the import takes off again.
 */
export const csvWriter = ({ delimiter, quote, encoding }: CsvDialect): CsvWriter => {
  const text = (rows: readonly Cells[]) =>
    stringify(
      rows.map((cells) => cells.map(withoutFormula)),
      { delimiter, quote: quote ?? '"', escape: quote ?? '"', record_delimiter: 'windows', quoted_match: needsQuotes },
    )
  return {
    header: (cells) => encode(`${encoding === 'windows-1252' ? '' : '\ufeff'}${text([cells])}`, encoding),
    rows: (rows) => encode(text(rows), encoding),
  }
}

const encode = (text: string, encoding: CsvDialect['encoding']): Buffer => {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  if (encoding === 'windows-1252') return encodeWindows1252(text)
  return Buffer.from(text, 'utf8')
}

/** The decoder's own table, inverted: the cells were decoded from Windows-1252, so each character has its byte. */
const windows1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
)
const encodeWindows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((character) => windows1252.get(character) ?? 0x3f))

import { stringify } from 'csv-stringify/sync'
import { withoutFormula } from './cell-text.ts'
import type { CsvDialect } from './read-csv.ts'

/** Any line end ends a row when the file is read, and spaces around an unquoted cell are removed. */
const needsQuotes = /[\r\n\u0085]|^\s|\s$/

type Cells = readonly string[]

/**
 * Writes CSV in pieces, ready to be corrected and sent again. Cells that a spreadsheet would evaluate as a formula get an apostrophe, which the
 * import removes. Quotes are always `"`: the import recognises others only if the header has them.
 */
export const csvWriter = ({ delimiter, encoding }: Pick<CsvDialect, 'delimiter' | 'encoding'>) => {
  const text = (rows: readonly Cells[]) =>
    stringify(
      rows.map((cells) => cells.map(withoutFormula)),
      { delimiter, quote: '"', escape: '"', record_delimiter: 'windows', quoted_match: needsQuotes },
    )
  return {
    /** The start of the file. UTF-8 and UTF-16 get a byte order mark, without which spreadsheets guess a wrong encoding. */
    header: (cells: Cells) => encode(`${encoding === 'windows-1252' ? '' : '\ufeff'}${text([cells])}`, encoding),
    rows: (rows: readonly Cells[]) => encode(text(rows), encoding),
  }
}

const encode = (text: string, encoding: CsvDialect['encoding']): Buffer => {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  if (encoding === 'windows-1252') return encodeWindows1252(text)
  return Buffer.from(text, 'utf8')
}

/** The inverted table of the decoder: the cells were decoded from Windows-1252, so each character has a byte. */
const windows1252 = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (character, byte) => [character, byte],
  ),
)
const encodeWindows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((character) => windows1252.get(character) ?? 0x3f))

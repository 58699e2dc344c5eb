import { UnreadableCsvError } from './unreadable.ts'

export const delimiters = [';', ',', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** A first line of the form `sep=;`, by which spreadsheets declare the delimiter. */
const declaration = /^\s*"?sep=(\\t|[^\r\n"])"?[ ;,\t|]*(\r\n|\n|\r|\u0085)/i

/** Number of first rows that are examined. */
const sampledRows = 30

export interface DelimiterFound {
  delimiter: Delimiter
  /** Characters of the declaration at the start of the text. */
  skip: number
}

/**
 * The delimiter: the declared one, then the configured one, then the candidate that divides most of the first rows into as many cells as the header
 * row, among equals the one with the most cells. A single column counts as separated by semicolons. Throws `UnreadableCsvError` when the file declares
 * an unsupported character.
 */
export const detectDelimiter = (text: string, configured?: Delimiter, quote = '"'): DelimiterFound => {
  const declared = declaration.exec(text)
  const skip = declared?.[0].length ?? 0
  if (declared?.[1] !== undefined) return { delimiter: declaredDelimiter(declared[1]), skip }
  if (configured !== undefined) return { delimiter: configured, skip }
  const scores = delimiters.map((delimiter) => ({ delimiter, ...score(cellCounts(text, delimiter, quote)) }))
  const [best] = scores.filter(({ cells }) => cells > 1).toSorted((a, b) => b.alike - a.alike || b.cells - a.cells)
  return { delimiter: best?.delimiter ?? ';', skip }
}

const declaredDelimiter = (character: string): Delimiter => {
  const declared = character === '\\t' ? '\t' : character
  const known = delimiters.find((delimiter) => delimiter === declared)
  if (known !== undefined) return known
  throw new UnreadableCsvError({ id: 'csv.unknown-delimiter', values: { declared } })
}

/** Number of cells in the header row, and the share of rows with as many. */
const score = (counts: readonly number[]): { cells: number; alike: number } => {
  const [cells = 0] = counts
  const alike = counts.filter((count) => count === cells).length / Math.max(1, counts.length)
  return { cells, alike: Math.round(alike * 10) }
}

/**
 * Number of cells in each of the first rows that are not blank. Delimiters and line ends within quotes are not counted; a quote opens a cell only at
 * its start.
 */
export const cellCounts = (text: string, delimiter: string, quote = '"'): number[] => {
  const counts: number[] = []
  let cells = 1
  let quoted = false
  let atStart = true
  let isBlank = true
  const endRow = () => {
    if (!isBlank) counts.push(cells)
    cells = 1
    atStart = isBlank = true
  }
  for (const character of text) {
    if (character === quote && (quoted || atStart)) {
      quoted = !quoted
      atStart = quoted
      isBlank = false
    } else if (quoted) atStart = false
    else if (character === '\n' || character === '\r' || character === '\u0085') {
      endRow()
      if (counts.length === sampledRows) return counts
    } else if (character === delimiter) {
      cells++
      atStart = true
      isBlank = false
    } else if (character !== ' ') atStart = isBlank = false
  }
  endRow()
  return counts
}

import { type ImportConfiguration, requiredFields } from '@guidebook/contracts'
import { normalisedName, repeatedNames } from '../csv/header.ts'
import { UnreadableCsvError } from '../csv/unreadable.ts'
import type { Explanation } from '../explanation.ts'

/** The positions of the configured columns in a file, by their configured names. */
export type Columns = ReadonlyMap<string, number>

/**
 * Finds the configured columns in a file's header, ignoring case, spaces, byte order marks and quotes. A file with missing columns is refused, with
 * the missing and the found names. Throws `UnreadableCsvError` when a column occurs twice.
 */
export const mapColumns = (
  header: readonly string[],
  { columns, hotelColumns = [] }: ImportConfiguration,
): { columns: Columns } | { missing: string[]; found: string[] } => {
  const configured = [...requiredFields.map((field) => columns[field]), ...hotelColumns.map((hotel) => hotel.header)]
  const names = header.map(normalisedName)
  const found = new Map(configured.map((name) => [name, names.indexOf(normalisedName(name))]))
  const missing = configured.filter((name) => found.get(name) === -1)
  if (missing.length > 0) return { missing, found: shown(header.filter((name) => name !== '')) }
  const repeated = repeatedNames(header, configured)
  if (repeated.length > 0) {
    throw new UnreadableCsvError({ id: 'csv.repeated-column', values: { columns: repeated.join(', ') } })
  }
  return { columns: found }
}

/**
 * The columns of rows that `select` has reduced to their configured cells: a thousand rows may have 16 million cells, too many to hold at once. Other
 * cells are lost.
 */
export const configuredCells = (columns: Columns) => {
  const configured = [...columns]
  return {
    columns: new Map(configured.map(([header], index) => [header, index])) satisfies Columns,
    select: (cells: readonly string[]): string[] => configured.map(([, position]) => cells[position] ?? ''),
  }
}

export function explainMissing(names: { missing: readonly string[]; found: readonly string[] }): Explanation {
  const [missing, found] = [names.missing.join(', '), names.found.join(', ')]
  return found === ''
    ? { id: 'file.nothing-found', values: { missing } }
    : { id: 'file.missing-columns', values: { missing, found } }
}

/** Most column names in a message, and characters of each. */
const shownNames = 50
const shownLength = 100

/** Not within a surrogate pair. */
const shortened = (name: string): string => `${name.slice(0, shownLength).replace(/[\ud800-\udbff]$/, '')}…`

const shown = (names: readonly string[]): string[] => [
  ...names.slice(0, shownNames).map((name) => (name.length > shownLength ? shortened(name) : name)),
  ...(names.length > shownNames ? ['…'] : []),
]

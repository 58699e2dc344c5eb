import { type ImportConfiguration, type RequiredField, requiredFields } from '@guidebook/contracts'
import { normalisedName, repeatedNames } from '../csv/header.ts'
import { UnreadableCsvError } from '../csv/unreadable.ts'

export interface HotelColumn {
  index: number
  header: string
  library: string
  nights: 'stay' | { from: number; to: number }
}

export interface ColumnMap {
  fields: Record<RequiredField, { index: number; header: string }>
  hotels: HotelColumn[]
}

export type ColumnMapping = { columns: ColumnMap } | { missing: string[]; found: string[] }

/**
 * Finds the configured columns in a file's header, ignoring case, spaces, byte order marks and quotes. A file with missing columns is refused, with
 * the missing and the found names. Throws `UnreadableCsvError` when a column occurs twice.
 */
export const mapColumns = (header: readonly string[], configuration: ImportConfiguration): ColumnMapping => {
  const places = new Map(header.map((name, index) => [normalisedName(name), index]))
  const place = (name: string) => places.get(normalisedName(name))
  const hotels = configuration.hotelColumns ?? []
  const configured = [
    ...requiredFields.map((field) => configuration.columns[field]),
    ...hotels.map((hotel) => hotel.header),
  ]
  const missing = configured.filter((name) => place(name) === undefined)
  if (missing.length > 0) return { missing, found: shown(header.filter((name) => name !== '')) }
  const repeated = repeatedNames(header, configured)
  if (repeated.length > 0) {
    throw new UnreadableCsvError({ id: 'csv.repeated-column', values: { columns: repeated.join(', ') } })
  }
  return {
    columns: {
      fields: Object.fromEntries(
        requiredFields.map((field) => [
          field,
          { index: place(configuration.columns[field]) ?? -1, header: configuration.columns[field] },
        ]),
      ) as ColumnMap['fields'],
      hotels: hotels.map((hotel) => ({
        index: place(hotel.header) ?? -1,
        header: hotel.header,
        library: hotel.library,
        nights: hotel.nights ?? 'stay',
      })),
    },
  }
}

/** Most column names in a message, and characters of each. */
const shownNames = 50
const shownLength = 100

const shown = (names: readonly string[]): string[] => [
  ...names.slice(0, shownNames).map((name) => (name.length > shownLength ? `${name.slice(0, shownLength)}…` : name)),
  ...(names.length > shownNames ? ['…'] : []),
]

import { type ImportConfiguration, mostReferences, operations, schemas, validate } from '@guidebook/contracts'
import type { Context } from '../context.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import type { RowFault } from '../csv/row-shape.ts'
import type { Columns } from './columns.ts'
import { type HotelCell, type ReadRow, readRow } from './read-row.ts'
import type { RowError } from './row-errors.ts'

/** A row with its hotels resolved; `request` is `null` when it has faults. */
export type DecidedRow = Omit<ReadRow, 'hotels'> & Pick<CsvRow, 'row' | 'cells'>

/** Reads a batch of rows and resolves their hotels, usually with one request to geodata. */
export const decideRows = async (
  context: Context,
  account: string,
  configuration: ImportConfiguration,
  columns: Columns,
  batch: readonly CsvRow[],
): Promise<DecidedRow[]> => {
  const read = batch.map(({ row, cells, fault }) => ({
    row,
    cells,
    ...(fault === undefined ? readRow(cells, columns, configuration, account) : unreadRow(fault)),
  }))
  const hotels = read.flatMap((row) => (row.request === null ? [] : row.hotels))
  const found = await resolveHotels(context, account, hotels)
  return read.map(({ hotels: own, ...row }) => {
    const { request } = row
    if (request === null || own.length === 0) return row
    const unresolved = own.filter((hotel) => !found.has(keyOf(hotel)))
    if (unresolved.length > 0) return { ...row, request: null, errors: unresolved.map(notFound) }
    const accommodation = own.toSorted(byArrival).flatMap((hotel) => {
      const item = found.get(keyOf(hotel))
      const { arrivalDate, departureDate } = hotel
      return item === undefined ? [] : [{ ...item, arrivalDate, departureDate }]
    })
    return { ...row, request: { ...request, accommodation } }
  })
}

/** The order in which releases stores stays when a row changes a release. In any other order, an identical row would change it once. */
const byArrival = (one: HotelCell, other: HotelCell): number => one.arrivalDate.localeCompare(other.arrivalDate)

const unreadRow = (fault: RowFault): ReadRow => ({
  downloadCode: null,
  request: null,
  hotels: [],
  dateFormats: [],
  errors: [{ column: null, code: 'invalid-field', explanation: { id: `row.${fault}` } }],
})

interface FoundHotel {
  externalId: string
  libraryExternalId: string
}

const keyOf = ({ library, value }: HotelCell): string => JSON.stringify([library, value])

/** An internal ID takes precedence over an equal external ID. */
const resolveHotels = async (
  context: Context,
  account: string,
  hotels: readonly HotelCell[],
): Promise<Map<string, FoundHotel>> => {
  const distinct = new Map(hotels.map((hotel) => [keyOf(hotel), hotel]))
  const lookups = [...distinct].flatMap(([key, hotel]) => referencesOf(hotel).map((reference) => ({ key, reference })))
  const found = new Map<string, FoundHotel>()
  for (let start = 0; start < lookups.length; start += mostReferences) {
    const asked = lookups.slice(start, start + mostReferences)
    const { body } = await context.geodata.call(operations.resolveReferences, {
      body: { account, references: asked.map(({ reference }) => ({ ...reference, kind: 'poi' as const })) },
      retry: true,
    })
    for (const [index, { key }] of asked.entries()) {
      const item = body.results[index] ?? null
      if (item === null || item.customId === null || item.library === null || found.has(key)) continue
      found.set(key, { externalId: item.customId, libraryExternalId: item.library })
    }
  }
  return found
}

/** The references that a cell may contain, the internal ID first; malformed IDs are skipped. */
const referencesOf = ({ library, value }: HotelCell) =>
  [{ link: value }, { libraryCustomId: library, customId: value }].filter(
    (reference) => validate(schemas.itemReference, reference).length === 0,
  )

const notFound = (hotel: HotelCell): RowError => ({
  column: hotel.header,
  code: 'reference-not-found',
  explanation: { id: 'row.hotel-not-found', values: { library: hotel.library } },
})

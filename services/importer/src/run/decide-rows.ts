import { type ImportConfiguration, operations, type ReleaseRequest } from '@guidebook/contracts'
import type { Context } from '../context.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import type { ColumnMap } from './columns.ts'
import { type HotelCell, type RowError, readRow } from './read-row.ts'

export interface DecidedRow {
  row: number
  cells: readonly string[]
  downloadCode: number | null
  /** The release to ask for; `null` when the row has faults. */
  request: ReleaseRequest | null
  errors: RowError[]
}

/** Reads a batch of rows and looks up all their hotels in one question to geodata. */
export const decideRows = async (
  context: Context,
  account: string,
  configuration: ImportConfiguration,
  columns: ColumnMap,
  batch: readonly CsvRow[],
): Promise<DecidedRow[]> => {
  const read = batch.map(({ row, cells }) => ({ row, cells, ...readRow(cells, columns, configuration, account) }))
  const hotels = read.flatMap((row) => (row.request === null ? [] : row.hotels))
  const found = await resolveHotels(context, account, hotels)
  return read.map(({ row, cells, downloadCode, request, hotels: own, errors }) => {
    if (request === null || own.length === 0) return { row, cells, downloadCode, request, errors }
    const unresolved = own.filter((hotel) => !found.has(keyOf(hotel)))
    if (unresolved.length > 0) return { row, cells, downloadCode, request: null, errors: unresolved.map(notFound) }
    const accommodation = own.flatMap((hotel) => {
      const item = found.get(keyOf(hotel))
      const { arrivalDate, departureDate } = hotel
      return item === undefined ? [] : [{ ...item, arrivalDate, departureDate }]
    })
    return { row, cells, downloadCode, request: { ...request, accommodation }, errors }
  })
}

interface FoundHotel {
  externalId: string
  libraryExternalId: string
}

const keyOf = ({ library, value }: HotelCell): string => JSON.stringify([library, value])

/** An internal ID wins over an external one of the same spelling. */
const resolveHotels = async (
  context: Context,
  account: string,
  hotels: readonly HotelCell[],
): Promise<Map<string, FoundHotel>> => {
  const questions = [...new Map(hotels.map((hotel) => [keyOf(hotel), hotel]))]
  if (questions.length === 0) return new Map()
  const { body } = await context.geodata.call(operations.resolveReferences, {
    body: {
      account,
      references: questions.flatMap(([, { library, value }]) => [
        { link: value, kind: 'poi' as const },
        { libraryCustomId: library, customId: value, kind: 'poi' as const },
      ]),
    },
    retry: true,
  })
  return new Map(
    questions.flatMap(([key], index): [string, FoundHotel][] => {
      const item = body.results[index * 2] ?? body.results[index * 2 + 1]
      if (!item || item.customId === null || item.library === null) return []
      return [[key, { externalId: item.customId, libraryExternalId: item.library }]]
    }),
  )
}

const notFound = (hotel: HotelCell): RowError => ({
  column: hotel.header,
  code: 'reference-not-found',
  message: `No item with this ID was found, neither by internal ID nor in the library ${hotel.library}.`,
})

import { type ImportConfiguration, mostReferences } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { mapColumns } from './columns.ts'
import { decideRows } from './decide-rows.ts'

const columns = {
  downloadCode: 'Booking',
  guidebookId: 'Tour',
  language: 'Language',
  arrivalDate: 'Arrival',
  departureDate: 'Departure',
  devices: 'Persons',
}
const cellsOf = (...hotels: string[]) => ['1', 'G', 'de', '2027-07-10', '2027-07-17', '2', ...hotels]

type HotelColumns = NonNullable<ImportConfiguration['hotelColumns']>

/** Decides rows with these cells. Every custom ID names a hotel. Returns also the number of references of each request. */
const decide = async (hotelColumns: HotelColumns, rows: string[][]) => {
  const asked: number[] = []
  const geodata = {
    call: async (_: unknown, { body }: { body: { references: { customId?: string }[] } }) => {
      asked.push(body.references.length)
      const find = ({ customId }: { customId?: string }) =>
        customId === undefined ? null : { customId, library: 'HOTELS' }
      return { body: { results: body.references.map(find) } }
    },
  }
  const configuration: ImportConfiguration = {
    senders: [],
    columns,
    hotelColumns,
    period: { daysBeforeArrival: 0, daysAfterDeparture: 0 },
    onExistingCode: 'change',
  }
  const header = [...Object.values(columns), ...hotelColumns.map((column) => column.header)]
  const mapping = mapColumns(header, configuration)
  if ('missing' in mapping) throw new Error('columns are missing')
  const batch = rows.map((cells, index) => ({ row: index + 1, cells }))
  const context = { geodata } as unknown as Context
  return { asked, decided: await decideRows(context, 'account', configuration, mapping.columns, batch) }
}

it('the hotels of a row are in the order of their days, whatever the order of their columns', async () => {
  const hotelColumns = [
    { header: 'Last', library: 'HOTELS', nights: { from: 5, to: 7 } },
    { header: 'First', library: 'HOTELS', nights: { from: 1, to: 2 } },
    { header: 'Second', library: 'HOTELS', nights: { from: 3, to: 4 } },
  ]
  const { decided } = await decide(hotelColumns, [cellsOf('H-3', 'H-1', 'H-2')])
  expect(decided[0]?.request?.accommodation?.map(({ externalId }) => externalId)).toEqual(['H-1', 'H-2', 'H-3'])
})

it('more hotels than one request may name are resolved with several requests', async () => {
  const hotelColumns = Array.from({ length: 100 }, (_, column) => ({ header: `Hotel ${column}`, library: 'HOTELS' }))
  const rows = Array.from({ length: 101 }, (_, row) => cellsOf(...hotelColumns.map(({ header }) => `${header} ${row}`)))
  const { asked, decided } = await decide(hotelColumns, rows)
  // Each cell may be an internal or an external ID.
  expect(asked).toEqual([mostReferences, 2 * 100 * 101 - mostReferences])
  expect(decided.filter(({ request }) => request?.accommodation?.length !== 100)).toEqual([])
})

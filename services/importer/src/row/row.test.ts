import { Readable } from 'node:stream'
import type { ImportConfiguration } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'
import { csvWriter } from '../csv/csv-writer.ts'
import { type CsvDialect, openCsv } from '../csv/read-csv.ts'
import { configuredCells, mapColumns } from './columns.ts'
import { readRow } from './read-row.ts'

const configuration: ImportConfiguration = {
  senders: ['bookings@operator.example'],
  columns: {
    downloadCode: 'Booking',
    guidebookId: 'Tour',
    language: 'Language',
    arrivalDate: 'Arrival',
    departureDate: 'Departure',
    devices: 'Persons',
  },
  hotelColumns: [
    { header: 'Hotel 1', library: 'HOTELS', nights: { from: 1, to: 2 } },
    { header: 'Hotel 2', library: 'HOTELS' },
  ],
  period: { daysBeforeArrival: 14, daysAfterDeparture: 30 },
  onExistingCode: 'report',
}
const header = ['Booking', 'Tour', 'Language', 'Arrival', 'Departure', 'Persons', 'Hotel 1', 'Hotel 2']

const columnsOf = (names: string[]) => {
  const mapping = mapColumns(names, configuration)
  if ('missing' in mapping) throw new Error(`missing ${mapping.missing}`)
  return mapping.columns
}
const readWith = (changes: Partial<ImportConfiguration>, ...cells: string[]) =>
  readRow(cells, columnsOf(header), { ...configuration, ...changes }, 'account')
const read = (...cells: string[]) => readWith({}, ...cells)

describe('columns', () => {
  it('are found in any order, ignoring case, spaces and byte order marks', () => {
    const columns = columnsOf([
      '\ufeffHOTEL1',
      ' tour ',
      'booking',
      'LANGUAGE',
      'arrival',
      'departure',
      '"Persons"',
      'hotel 2',
    ])
    expect(['Booking', 'Hotel 1', 'Hotel 2'].map((name) => columns.get(name))).toEqual([2, 0, 7])
  })

  it('that are missing are all listed, with the found ones', () => {
    expect(mapColumns(['Tour', 'Other', ''], configuration)).toEqual({
      missing: ['Booking', 'Language', 'Arrival', 'Departure', 'Persons', 'Hotel 1', 'Hotel 2'],
      found: ['Tour', 'Other'],
    })
  })

  it('with long names are shown with whole characters', () => {
    const names = [`${'a'.repeat(99)}😀b`, `${'a'.repeat(98)}😀b`]
    expect(mapColumns(names, configuration)).toMatchObject({ found: [`${'a'.repeat(99)}…`, `${'a'.repeat(98)}😀…`] })
  })

  it('of a preview are the configured ones only, however wide the rows are', () => {
    const wide = [...header.toReversed(), ...Array.from({ length: 16_000 }, () => '')]
    const { columns, select } = configuredCells(columnsOf(wide))
    const cells = select(['', '', '2', '17.07.2027', '10.07.2027', 'DE', 'GB-1', '20270001', ...wide.slice(8)])
    expect(cells).toHaveLength(header.length)
    expect(readRow(cells, columns, configuration, 'account')).toMatchObject({ downloadCode: 20_270_001, errors: [] })
    expect(select([])).toEqual(header.map(() => ''))
  })
})

describe('a row', () => {
  it('becomes a release with the period of the account’s configuration', () => {
    const row = read('20270001', 'GB-1', 'DE', '10.07.2027', '17.07.2027', '2', '', '')
    expect(row).toEqual({
      downloadCode: 20270001,
      dateFormats: ['DD.MM.YYYY', 'DD.MM.YYYY'],
      hotels: [],
      errors: [],
      request: {
        account: 'account',
        downloadCode: 20270001,
        guidebookExternalId: 'GB-1',
        lang: 'de',
        devices: 2,
        arrivaldate: '2027-07-10',
        departuredate: '2027-07-17',
        startdate: '2027-06-26',
        enddate: '2027-08-16',
      },
    })
  })

  it('has its hotels for the nights of their columns', () => {
    expect(read('1', 'G', 'de', '2027-07-10', '2027-07-17', '2', 'H-1', 'H-2').hotels).toEqual([
      { header: 'Hotel 1', library: 'HOTELS', value: 'H-1', arrivalDate: '2027-07-10', departureDate: '2027-07-12' },
      { header: 'Hotel 2', library: 'HOTELS', value: 'H-2', arrivalDate: '2027-07-10', departureDate: '2027-07-17' },
    ])
  })

  it('with nights after the departure fails at that column', () => {
    const row = read('1', 'G', 'de', '2027-07-10', '2027-07-11', '2', 'H-1', '')
    expect(row.request).toBeNull()
    expect(row.errors).toEqual([expect.objectContaining({ column: 'Hotel 1', code: 'trip-outside-period' })])
  })

  it.each([
    { from: 1, to: 1 },
    { from: 2, to: 1 },
  ])('with nights after the year 9999 fails at that column: %j', (nights) => {
    const changes: Partial<ImportConfiguration> = {
      hotelColumns: [{ header: 'Hotel 1', library: 'HOTELS', nights }],
      period: { daysBeforeArrival: 14, daysAfterDeparture: 0 },
    }
    const row = readWith(changes, '1', 'G', 'de', '9999-12-31', '9999-12-31', '2', 'H-1', '')
    expect(row.request).toBeNull()
    expect(row.errors).toEqual([expect.objectContaining({ column: 'Hotel 1', code: 'trip-outside-period' })])
  })

  it('with a departure before its arrival fails for that reason alone', () => {
    const { errors } = read('1', 'G', 'de', '2027-07-17', '2027-07-10', '2', 'H-1', 'H-2')
    expect(errors).toEqual([expect.objectContaining({ column: 'Departure', code: 'trip-reversed' })])
  })

  it('reports the errors that a spreadsheet has put in place of values', () => {
    const { errors } = read('#N/A', '#WERT!', 'de', '#REF!', '########', '2', '', '')
    const explanation = { id: 'cell.spreadsheet-error' }
    const columns = ['Booking', 'Tour', 'Arrival', 'Departure']
    expect(errors).toEqual(columns.map((column) => ({ column, code: 'invalid-field', explanation })))
    const hotel = read('1', 'G', 'de', '2027-07-10', '2027-07-17', '2', '#NAME?', '')
    expect(hotel.errors).toEqual([{ column: 'Hotel 1', code: 'invalid-field', explanation }])
  })

  it('reports all its faults together', () => {
    const row = read('1.2E+07', '', 'de', '03/04/2027', 'soon')
    expect(row.request).toBeNull()
    expect(row.errors.map(({ column, code }) => [column, code])).toEqual([
      ['Booking', 'invalid-field'],
      ['Tour', 'required-field'],
      ['Arrival', 'ambiguous-date'],
      ['Departure', 'invalid-field'],
      ['Persons', 'required-field'],
    ])
  })
})

it('faults that releases would find are reported together with unreadable cells', () => {
  const row = read('0', 'G', 'deu', '2027-07-17', '2027-07-10', 'two', '', '')
  expect(row.errors.map(({ column, code }) => [column, code])).toEqual([
    ['Persons', 'invalid-field'],
    ['Departure', 'trip-reversed'],
    ['Booking', 'invalid-field'],
    ['Language', 'invalid-field'],
  ])
})

describe('a row that releases would reject', () => {
  it.each([
    ['Language', ['1', 'G', 'deu', '2027-07-10', '2027-07-17', '2']],
    ['Booking', ['0', 'G', 'de', '2027-07-10', '2027-07-17', '2']],
    ['Tour', ['1', 'G'.repeat(256), 'de', '2027-07-10', '2027-07-17', '2']],
    ['Persons', ['1', 'G', 'de', '2027-07-10', '2027-07-17', '10000']],
    ['Departure', ['1', 'G', 'de', '9999-12-30', '9999-12-31', '2']],
  ])('fails at its column %s', (column, cells) => {
    const row = read(...cells)
    expect(row.request).toBeNull()
    expect(row.errors).toEqual([expect.objectContaining({ column, code: 'invalid-field' })])
  })
})

describe('a file of failed rows', () => {
  const rows = [
    ['1', '=HYPERLINK("x")', 'de', '-5', 'Zürich; "Süd"', '@x', '', ''],
    ['2', 'a\nb', 'de', '+41', '', '', '', ''],
  ]

  const failedRowsCsv = (dialect: CsvDialect): Buffer => {
    const csv = csvWriter(dialect)
    return Buffer.concat([csv.header(header), ...rows.map((row) => csv.rows([row]))])
  }

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)(
    'is read as it was written in %s',
    async (encoding) => {
      const file = await openCsv(async () => Readable.from([failedRowsCsv({ encoding, delimiter: ';', quote: '"' })]))
      expect(file.header).toEqual(header)
      expect(
        (await Array.fromAsync(file.rows)).map(({ cells }) => cells.map((cell) => cell.replace(/^'/, ''))),
      ).toEqual(rows)
      expect(file.dialect).toMatchObject({ encoding, delimiter: ';' })
    },
  )

  it('contains no formula', () => {
    const text = failedRowsCsv({ encoding: 'utf-8', delimiter: ',', quote: null }).toString()
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).toContain(`'@x`)
    expect(text).toContain(',-5,')
  })
})

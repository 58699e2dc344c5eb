import type { ImportConfiguration } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import { inEnglish } from '../explanation.ts'
import { mapColumns } from './columns.ts'
import { readRow } from './read-row.ts'
import { explanationOf, rowErrors } from './row-errors.ts'

const columns = {
  downloadCode: 'Booking',
  guidebookId: 'Tour',
  language: 'Language',
  arrivalDate: 'Arrival',
  departureDate: 'Departure',
  devices: 'Persons',
}
const configuration: ImportConfiguration = {
  senders: [],
  columns,
  period: { daysBeforeArrival: 0, daysAfterDeparture: 9 },
  onExistingCode: 'report',
}

it('the catalogue translates what the contract reports of the fields of a row', () => {
  const mapping = mapColumns(Object.values(columns), configuration)
  if ('missing' in mapping) throw new Error('columns are missing')
  const cells = ['0', 'G'.repeat(300), 'deutsch', '9999-12-01', '9999-12-31', '0']
  const { errors } = readRow(cells, mapping.columns, configuration, 'account')
  expect(errors.map(({ column, explanation }) => [column, explanation.id])).toEqual([
    ['Booking', 'release.code'],
    ['Tour', 'release.too-long'],
    ['Departure', 'release.day'],
    ['Language', 'release.language'],
    ['Persons', 'release.devices'],
  ])
})

it.each([
  [
    'Must lie within the release period, 2027-07-01 to 2027-08-16.',
    'release.outside-period',
    'Must lie within the release period, 1 July 2027 to 16 August 2027.',
  ],
  ['The departure lies before the arrival.', 'row.trip-reversed', 'The departure lies before the arrival.'],
])('the catalogue translates what releases reports of the days of a stay: %s', (message, id, shown) => {
  const pointer = '/accommodation/0/departureDate'
  const [error] = rowErrors([{ pointer, code: 'accommodation-outside-period', message }], configuration)
  expect(error).toMatchObject({ column: null, explanation: { id } })
  expect(error && inEnglish(error.explanation)).toBe(shown)
})

it('the catalogue translates that a code names an on-demand release', () => {
  const message = 'The code names an on-demand release, which is changed by its own request.'
  const fault = { pointer: '/downloadCode', code: 'download-code-taken', message } as const
  expect(rowErrors([fault], configuration)).toEqual([
    { column: 'Booking', code: 'download-code-taken', explanation: { id: 'release.on-demand' } },
  ])
})

it('a message that the catalogue lacks stays as it is', () => {
  const fault = { pointer: '/lang', code: 'invalid-field', message: 'Nobody speaks {this}.' } as const
  expect(rowErrors([fault], configuration)).toEqual([
    {
      column: 'Language',
      code: 'invalid-field',
      explanation: { id: 'text', values: { text: 'Nobody speaks {this}.' } },
    },
  ])
})

it('an error that was stored as a sentence is shown as it is', () => {
  const stored = { column: null, code: 'invalid-field', message: 'The cell is empty.' }
  expect(explanationOf(stored)).toEqual({ id: 'text', values: { text: 'The cell is empty.' } })
})

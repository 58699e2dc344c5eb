import {
  type Fault,
  type ImportConfiguration,
  type ReleaseRequest,
  type RequiredField,
  schemas,
  validate,
} from '@guidebook/contracts'
import { cellText, isSpreadsheetError } from '../csv/cell-text.ts'
import { addDays, type DateFormat, readDate } from '../csv/dates.ts'
import { readWholeNumber } from '../csv/numbers.ts'
import type { Explanation } from '../explanation.ts'
import type { ColumnMap, HotelColumn } from './columns.ts'
import { type RowError, rowErrors } from './row-errors.ts'

/** A hotel cell before its lookup: an internal ID, or an external ID in the library of the column. */
export interface HotelCell {
  header: string
  library: string
  value: string
  arrivalDate: string
  departureDate: string
}

export interface ReadRow {
  downloadCode: number | null
  /** The release request of the row, without hotels; `null` when the row has faults. */
  request: ReleaseRequest | null
  hotels: HotelCell[]
  errors: RowError[]
}

const spreadsheetError: Explanation = { id: 'cell.spreadsheet-error' }

/** Reads one row by the account's configuration and reports all faults together. */
export const readRow = (
  cells: readonly string[],
  columns: ColumnMap,
  configuration: ImportConfiguration,
  account: string,
): ReadRow => {
  const errors: RowError[] = []
  const cell = (field: RequiredField) => cellText(cells[columns.fields[field].index] ?? '')
  const fault = (field: RequiredField, code: string, explanation: Explanation) => {
    errors.push({ column: columns.fields[field].header, code, explanation })
    return null
  }
  const text = (field: RequiredField) => {
    if (cell(field) === '') return fault(field, 'required-field', { id: 'cell.empty' })
    return isSpreadsheetError(cell(field)) ? fault(field, 'invalid-field', spreadsheetError) : cell(field)
  }
  const number = (field: RequiredField) => {
    if (cell(field) === '') return fault(field, 'required-field', { id: 'cell.empty' })
    const reading = readWholeNumber(cell(field))
    if ('value' in reading) return reading.value
    if (reading.fault === 'spreadsheet-error') return fault(field, 'invalid-field', spreadsheetError)
    return fault(field, 'invalid-field', { id: `number.${reading.fault}` })
  }
  const date = (field: RequiredField) => {
    if (cell(field) === '') return fault(field, 'required-field', { id: 'cell.empty' })
    const reading = readDate(cell(field), configuration.format?.dateFormat as DateFormat | undefined)
    if ('date' in reading) return reading.date
    if (reading.fault === 'spreadsheet-error') return fault(field, 'invalid-field', spreadsheetError)
    const code = reading.fault === 'ambiguous' ? 'ambiguous-date' : 'invalid-field'
    return fault(field, code, { id: `date.${reading.fault}` })
  }

  const downloadCode = number('downloadCode')
  const guidebookExternalId = text('guidebookId')
  const lang = text('language')?.toLowerCase() ?? null
  const arrivaldate = date('arrivalDate')
  const departuredate = date('departureDate')
  const devices = number('devices')
  const reversed = arrivaldate !== null && departuredate !== null && departuredate < arrivaldate
  if (reversed) fault('departureDate', 'trip-reversed', { id: 'row.trip-reversed' })
  const hotels =
    arrivaldate === null || departuredate === null || reversed
      ? []
      : columns.hotels.flatMap((hotel) => hotelCell(hotel, cells, arrivaldate, departuredate, errors))

  const request = {
    account,
    downloadCode,
    guidebookExternalId,
    startdate: arrivaldate && addDays(arrivaldate, -configuration.period.daysBeforeArrival),
    enddate: departuredate && addDays(departuredate, configuration.period.daysAfterDeparture),
    arrivaldate,
    departuredate,
    lang,
    devices,
  }
  // Rejected here because releases would reject it.
  errors.push(...rowErrors(faultsOfReadFields(request), configuration))
  return errors.length === 0
    ? { downloadCode, request: request as ReleaseRequest, hotels, errors }
    : { downloadCode, request: null, hotels: [], errors }
}

/** Schema faults of the fields that could be read; the others are already reported. */
const faultsOfReadFields = (request: Readonly<Record<string, unknown>>): Fault[] =>
  validate(schemas.releaseRequest, request).filter(({ pointer }) => request[pointer.split('/')[1] ?? ''] !== null)

/** An empty cell has no hotel. The nights of a column count from the arrival and must be within the stay. */
const hotelCell = (
  hotel: HotelColumn,
  cells: readonly string[],
  arrival: string,
  departure: string,
  errors: RowError[],
): HotelCell[] => {
  const value = cellText(cells[hotel.index] ?? '')
  if (value === '') return []
  if (isSpreadsheetError(value)) {
    errors.push({ column: hotel.header, code: 'invalid-field', explanation: spreadsheetError })
    return []
  }
  const from = hotel.nights === 'stay' ? arrival : addDays(arrival, hotel.nights.from - 1)
  const to = hotel.nights === 'stay' ? departure : addDays(arrival, hotel.nights.to)
  if (to > departure) {
    errors.push({
      column: hotel.header,
      code: 'trip-outside-period',
      explanation: { id: 'row.nights-outside', values: { to, departure } },
    })
    return []
  }
  return [{ header: hotel.header, library: hotel.library, value, arrivalDate: from, departureDate: to }]
}

import {
  type Fault,
  type ImportConfiguration,
  type ReleaseRequest,
  type RequiredField,
  schemas,
  validate,
} from '@guidebook/contracts'
import { cellText, isSpreadsheetError, spreadsheetErrorSentence } from '../csv/cell-text.ts'
import { addDays, type DateFormat, dateFaultSentences, readDate } from '../csv/dates.ts'
import { numberFaultSentences, readWholeNumber } from '../csv/numbers.ts'
import { interpolate } from '../interpolate.ts'
import type { ColumnMap, HotelColumn } from './columns.ts'
import { type RowError, rowErrors } from './row-errors.ts'
import { rowSentences } from './sentences.ts'

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

/** Reads one row by the account's configuration and reports all faults together. */
export const readRow = (
  cells: readonly string[],
  columns: ColumnMap,
  configuration: ImportConfiguration,
  account: string,
): ReadRow => {
  const errors: RowError[] = []
  const cell = (field: RequiredField) => cellText(cells[columns.fields[field].index] ?? '')
  const fault = (field: RequiredField, code: string, message: string) => {
    errors.push({ column: columns.fields[field].header, code, message })
    return null
  }
  const text = (field: RequiredField) => {
    if (cell(field) === '') return fault(field, 'required-field', rowSentences['empty-cell'])
    return isSpreadsheetError(cell(field)) ? fault(field, 'invalid-field', spreadsheetErrorSentence) : cell(field)
  }
  const number = (field: RequiredField) => {
    if (cell(field) === '') return fault(field, 'required-field', rowSentences['empty-cell'])
    const reading = readWholeNumber(cell(field))
    return 'value' in reading ? reading.value : fault(field, 'invalid-field', numberFaultSentences[reading.fault])
  }
  const date = (field: RequiredField) => {
    if (cell(field) === '') return fault(field, 'required-field', rowSentences['empty-cell'])
    const reading = readDate(cell(field), configuration.format?.dateFormat as DateFormat | undefined)
    if ('date' in reading) return reading.date
    return fault(
      field,
      reading.fault === 'ambiguous' ? 'ambiguous-date' : 'invalid-field',
      dateFaultSentences[reading.fault],
    )
  }

  const downloadCode = number('downloadCode')
  const guidebookExternalId = text('guidebookId')
  const lang = text('language')?.toLowerCase() ?? null
  const arrivaldate = date('arrivalDate')
  const departuredate = date('departureDate')
  const devices = number('devices')
  const reversed = arrivaldate !== null && departuredate !== null && departuredate < arrivaldate
  if (reversed) fault('departureDate', 'trip-reversed', rowSentences.reversed)
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
    errors.push({ column: hotel.header, code: 'invalid-field', message: spreadsheetErrorSentence })
    return []
  }
  const from = hotel.nights === 'stay' ? arrival : addDays(arrival, hotel.nights.from - 1)
  const to = hotel.nights === 'stay' ? departure : addDays(arrival, hotel.nights.to)
  if (to > departure) {
    errors.push({
      column: hotel.header,
      code: 'trip-outside-period',
      message: interpolate(rowSentences['nights-outside'], { to, departure }),
    })
    return []
  }
  return [{ header: hotel.header, library: hotel.library, value, arrivalDate: from, departureDate: to }]
}

import {
  type Fault,
  type ImportConfiguration,
  type ReleaseRequest,
  type RequiredField,
  schemas,
  validate,
} from '@guidebook/contracts'
import { daysBetween, daysLater } from '@guidebook/service-kit'
import { cellText, isSpreadsheetError } from '../csv/cell-text.ts'
import { type DateFormat, readDate } from '../csv/dates.ts'
import { readWholeNumber } from '../csv/numbers.ts'
import type { Explanation } from '../explanation.ts'
import type { Columns } from './columns.ts'
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
  /** Formats of the dates that were read. */
  dateFormats: DateFormat[]
  errors: RowError[]
}

type HotelColumn = NonNullable<ImportConfiguration['hotelColumns']>[number]

const spreadsheetError: Explanation = { id: 'cell.spreadsheet-error' }

/** Reads one row by the account's configuration and reports all faults together. */
export const readRow = (
  cells: readonly string[],
  columns: Columns,
  configuration: ImportConfiguration,
  account: string,
): ReadRow => {
  const errors: RowError[] = []
  const dateFormats: DateFormat[] = []
  const cell = (header: string) => cellText(cells[columns.get(header) ?? -1] ?? '')
  const fault = (column: string, code: string, explanation: Explanation) => {
    errors.push({ column, code, explanation })
    return null
  }
  /** The text of a required cell. */
  const text = (field: RequiredField) => {
    const header = configuration.columns[field]
    if (cell(header) === '') return fault(header, 'required-field', { id: 'cell.empty' })
    return isSpreadsheetError(cell(header)) ? fault(header, 'invalid-field', spreadsheetError) : cell(header)
  }
  const number = (field: RequiredField) => {
    const value = text(field)
    if (value === null) return null
    const reading = readWholeNumber(value)
    if ('value' in reading) return reading.value
    return fault(configuration.columns[field], 'invalid-field', { id: `number.${reading.fault}` })
  }
  const date = (field: RequiredField) => {
    const value = text(field)
    if (value === null) return null
    const reading = readDate(value, configuration.format?.dateFormat)
    if ('date' in reading) {
      dateFormats.push(reading.format)
      return reading.date
    }
    const code = reading.fault === 'ambiguous' ? 'ambiguous-date' : 'invalid-field'
    return fault(configuration.columns[field], code, { id: `date.${reading.fault}` })
  }
  /** An empty cell has no hotel. The nights of a column count from the arrival and must be within the stay. */
  const hotelCell = ({ header, library, nights = 'stay' }: HotelColumn, arrival: string, departure: string) => {
    const value = cell(header)
    if (value === '') return []
    const stay = daysBetween(arrival, departure)
    const { from, to } = nights === 'stay' ? { from: 1, to: stay } : nights
    const latest = Math.max(from - 1, to)
    if (isSpreadsheetError(value)) fault(header, 'invalid-field', spreadsheetError)
    else if (latest > stay) {
      const values = { to: daysLater(arrival, latest), departure }
      fault(header, 'trip-outside-period', { id: 'row.nights-outside', values })
    } else {
      return [
        { header, library, value, arrivalDate: daysLater(arrival, from - 1), departureDate: daysLater(arrival, to) },
      ]
    }
    return []
  }

  const downloadCode = number('downloadCode')
  const guidebookExternalId = text('guidebookId')
  const lang = text('language')?.toLowerCase() ?? null
  const arrivaldate = date('arrivalDate')
  const departuredate = date('departureDate')
  const devices = number('devices')
  const reversed = arrivaldate !== null && departuredate !== null && departuredate < arrivaldate
  if (reversed) fault(configuration.columns.departureDate, 'trip-reversed', { id: 'row.trip-reversed' })
  const hotels =
    arrivaldate === null || departuredate === null || reversed
      ? []
      : (configuration.hotelColumns ?? []).flatMap((column) => hotelCell(column, arrivaldate, departuredate))

  const request = {
    account,
    downloadCode,
    guidebookExternalId,
    startdate: arrivaldate && daysLater(arrivaldate, -configuration.period.daysBeforeArrival),
    enddate: departuredate && daysLater(departuredate, configuration.period.daysAfterDeparture),
    arrivaldate,
    departuredate,
    lang,
    devices,
  }
  // Rejected here because releases would reject it.
  errors.push(...rowErrors(faultsOfReadFields(request), configuration))
  return errors.length === 0
    ? { downloadCode, request: request as ReleaseRequest, hotels, dateFormats, errors }
    : { downloadCode, request: null, hotels: [], dateFormats, errors }
}

/** Schema faults of the fields that could be read; the others are already reported. */
const faultsOfReadFields = (request: Readonly<Record<string, unknown>>): Fault[] =>
  validate(schemas.releaseRequest, request).filter(({ pointer }) => request[pointer.split('/')[1] ?? ''] !== null)

import { type ImportConfiguration, type ImportGuess, type RequiredField, requiredFields } from '@guidebook/contracts'
import { type DateFormat, dateFormats, readDate } from '../../csv/dates.ts'
import type { CsvFile } from '../../csv/read-csv.ts'
import type { Explain, Explanation } from '../../explanation.ts'
import { type GuessedField, namedNight } from './field-words.ts'
import { guessColumns, type SampleColumn } from './guess-columns.ts'

/** Sample rows. */
const sampledRows = 500
/** A header with thousands of columns gets fewer rows. */
const sampledCells = 20_000
/** Characters. No field is longer; a cell may have a megabyte. */
const sampledLength = 100
const shownExamples = 3
/** Defaults, which support replaces by the agreement with the account. */
const suggestedPeriod = { daysBeforeArrival: 14, daysAfterDeparture: 30 }

export interface GuessContext {
  /** The expected sender of files. */
  sender: string
  /** The library of the hotels, if given. */
  library: string | undefined
  /** Writes the notes. */
  explain: Explain
}

/** Guesses the field of each column of a sample file, and a configuration for review. */
export const guessConfiguration = async (
  file: CsvFile,
  { sender, library, explain }: GuessContext,
): Promise<ImportGuess> => {
  const columns = await sampleOf(file)
  const fields = guessColumns(columns)
  const headerOf = (field: RequiredField) => columns[fields.indexOf(field)]?.header
  const missing = requiredFields.filter((field) => headerOf(field) === undefined)
  const hotels = columns.filter((_, index) => fields[index] === 'hotel').map(({ header }) => header)
  const dates = columns.filter((_, index) => fields[index] === 'arrivalDate' || fields[index] === 'departureDate')
  const { needed, format } = guessDateFormat(dates.flatMap(({ values }) => values.filter((value) => value !== '')))
  const named = Object.fromEntries(requiredFields.map((field) => [field, headerOf(field)]))
  const configuration: ImportConfiguration = {
    senders: [sender],
    columns: named as Record<RequiredField, string>,
    ...(library === undefined ? {} : { hotelColumns: hotels.map((header) => hotelColumn(header, library)) }),
    period: suggestedPeriod,
    ...(needed && format !== null ? { format: { dateFormat: format } } : {}),
    onExistingCode: 'report',
  }
  const notes: Explanation[] = [
    ...missing.map((field) => ({ id: 'guess.missing', values: { field } }) as const),
    ...(needed && format === null ? [{ id: 'guess.dates' } as const] : []),
    ...(hotels.length > 0 && library === undefined
      ? [{ id: 'guess.hotels', values: { columns: hotels.join(', ') } } as const]
      : []),
    ...(library !== undefined && hotels.some((header) => namedNight(header) === null)
      ? [{ id: 'guess.nights' } as const]
      : []),
    { id: 'guess.suggested' },
  ]
  return {
    dialect: { ...file.dialect, dateFormat: format },
    columns: columns.map((column, index) => described(column, fields[index] ?? null)),
    missing,
    notes: notes.map(explain),
    configuration: missing.length > 0 ? null : configuration,
  }
}

const sampleOf = async ({ header, rows }: CsvFile): Promise<SampleColumn[]> => {
  const columns = header.map((name) => ({ header: name, values: [] as string[] }))
  for await (const { cells } of rows) {
    for (const [index, { values }] of columns.entries())
      values.push((cells[index] ?? '').slice(0, sampledLength).trim())
    const rowCount = columns[0]?.values.length ?? 0
    if (rowCount >= sampledRows || rowCount * columns.length >= sampledCells) break
  }
  return columns
}

const described = ({ header, values }: SampleColumn, field: GuessedField | null) => ({
  header,
  field,
  examples: [...new Set(values.filter((value) => value !== ''))].slice(0, shownExamples),
})

const hotelColumn = (header: string, library: string) => {
  const night = namedNight(header)
  return { header, library, nights: night === null ? ('stay' as const) : { from: night, to: night } }
}

/** `needed`: whether dates are ambiguous without a format. `format`: the only one that reads all values and that one of them proves, or `null`. */
const guessDateFormat = (values: readonly string[]): { needed: boolean; format: DateFormat | null } => {
  const readings = values.map((value) => readDate(value))
  const needed = readings.some((reading) => 'fault' in reading && reading.fault === 'ambiguous')
  const proven = new Set(
    readings.flatMap((reading) => ('format' in reading && proves(reading) ? [reading.format] : [])),
  )
  const fitting = dateFormats.filter((format) => proven.has(format) && values.every((value) => reads(value, format)))
  return { needed, format: fitting.length === 1 ? (fitting[0] ?? null) : null }
}

/** Formats of dates that are also written with month and day in the other order. */
const reversible: readonly DateFormat[] = ['DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY']

/** Whether the value can be written in no other format, such as 25/04/2027. A day that equals its month (05/05/2027) proves no order. */
const proves = ({ date, format }: { date: string; format: DateFormat }): boolean =>
  !reversible.includes(format) || date.slice(5, 7) !== date.slice(8)

const reads = (value: string, format: DateFormat): boolean => {
  const reading = readDate(value, format)
  return 'date' in reading && reading.format === format
}

import { type DateFormat, dateFormats, readDate } from '../../csv/dates.ts'

/** `needed`: whether dates are ambiguous without a format. `format`: the one that the dates prove, or `null`. */
export interface GuessedDateFormat {
  needed: boolean
  format: DateFormat | null
}

/** A format is proven when it matches all values and is the only match of one, such as 25/04/2027. */
export const guessDateFormat = (values: readonly string[]): GuessedDateFormat => {
  const readings = values.map((value) => readDate(value))
  const needed = readings.some((reading) => 'fault' in reading && reading.fault === 'ambiguous')
  const proven = new Set(readings.flatMap((reading) => ('format' in reading ? [reading.format] : [])))
  const fitting = dateFormats.filter((format) => proven.has(format) && values.every((value) => reads(value, format)))
  return { needed, format: fitting.length === 1 ? (fitting[0] ?? null) : null }
}

const reads = (value: string, format: DateFormat): boolean => {
  const reading = readDate(value, format)
  return 'date' in reading && reading.format === format
}

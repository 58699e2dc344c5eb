import type { NameIn } from '../explanation.ts'
import { plainText } from './cell-text.ts'

export const dateFormats = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'YYYYMMDD'] as const
export type DateFormat = (typeof dateFormats)[number]

export type DateFault = NameIn<'date'>
export type DateReading = { date: string; format: DateFormat } | { fault: DateFault }

type Order = readonly ['year' | 'month' | 'day', 'year' | 'month' | 'day', 'year' | 'month' | 'day']

const shapes: Record<DateFormat, { pattern: RegExp; order: Order }> = {
  // With the year first, the month is second, with any separator.
  'YYYY-MM-DD': { pattern: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, order: ['year', 'month', 'day'] },
  YYYYMMDD: { pattern: /^(\d{4})()(\d{2})(\d{2})$/, order: ['year', 'month', 'day'] },
  'DD.MM.YYYY': { pattern: /^(\d{1,2})(\. ?)(\d{1,2})\. ?(\d{4})$/, order: ['day', 'month', 'year'] },
  'DD-MM-YYYY': { pattern: /^(\d{1,2})(-)(\d{1,2})-(\d{4})$/, order: ['day', 'month', 'year'] },
  'DD/MM/YYYY': { pattern: /^(\d{1,2})(\/)(\d{1,2})\/(\d{4})$/, order: ['day', 'month', 'year'] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})(\/)(\d{1,2})\/(\d{4})$/, order: ['month', 'day', 'year'] },
}

/** A time of day that a database or spreadsheet has appended. */
const time = /[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?: ?([AP])\.?M\.?)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

/**
 * Reads a cell as a calendar day, `YYYY-MM-DD`. With a configured format only that format and ISO 8601 are accepted. Without one, a date whose day and
 * month could be swapped (03/04/2027) is refused, never guessed; dots always mean day first. A time is ignored, except a time in UTC other than
 * midnight, which is refused: at the destination it may be another day.
 */
export const readDate = (cell: string, configured?: DateFormat): DateReading => {
  const text = plainText(cell)
  const day = withoutTime(text)
  if (day === null) return { fault: 'time-zone' }
  const allowed = configured === undefined ? dateFormats : [configured, 'YYYY-MM-DD' as const]
  const readings = allowed.flatMap((format) => {
    const date = match(day, format)
    return date === null ? [] : [{ date, format }]
  })
  const [first] = readings
  if (first === undefined) return { fault: faultOf(day) }
  const days = new Set(readings.map(({ date }) => date))
  if (days.size > 1 || isUndecided(day, configured)) return { fault: 'ambiguous' }
  return first
}

const withoutTime = (text: string): string | null => {
  const parts = time.exec(text)
  if (parts === null) return text
  const [all, hour, minute, second = '0', half = '', zone = ''] = parts
  const isMidnight =
    Number(hour) % (half.toUpperCase() === 'A' ? 12 : 24) === 0 && Number(minute) + Number(second) === 0
  const isUtc = /^(Z|UTC|GMT|[+-]00:?00)$/i.test(zone)
  return isUtc && !isMidnight ? null : text.slice(0, -all.length).trim()
}

/** Dates with hyphens (03-04-2027) are written in both orders, though only one is a configurable format. */
const isUndecided = (text: string, configured?: DateFormat): boolean => {
  if (configured !== undefined) return false
  const parts = shapes['DD-MM-YYYY'].pattern.exec(text)
  return parts !== null && parts[1] !== parts[3] && Number(parts[1]) <= 12 && Number(parts[3]) <= 12
}

const match = (text: string, format: DateFormat): string | null => {
  const { pattern, order } = shapes[format]
  const parts = pattern.exec(text)
  if (parts === null) return null
  const numbers = [parts[1], parts[3], parts[4]].map(Number)
  const part = (name: Order[number]) => numbers[order.indexOf(name)] ?? 0
  return calendarDay(part('year'), part('month'), part('day'))
}

/** `null` for a day that does not exist. */
const calendarDay = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900
  return exists ? date.toISOString().slice(0, 10) : null
}

/** The fault of a text that matches no accepted format, by its appearance. */
const faultOf = (text: string): DateFault => {
  if (/^\d{4,5}([.,]\d+)?$/.test(text)) return 'serial-number'
  if (/^\d{1,2}([-/.]) ?\d{1,2}\1 ?\d{2}$/.test(text)) return 'short-year'
  const hasShape = dateFormats.filter((format) => shapes[format].pattern.test(text))
  if (hasShape.some((format) => match(text, format) !== null)) return 'other-format'
  if (hasShape.length > 0) return 'no-such-day'
  return /\p{L}{3}/u.test(text) && /\d/.test(text) ? 'words' : 'not-a-date'
}

export const dateFormats = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'YYYYMMDD'] as const
export type DateFormat = (typeof dateFormats)[number]

export type DateReading = { date: string; format: DateFormat } | { fault: 'not-a-date' | 'ambiguous' }

type Order = readonly ['year' | 'month' | 'day', 'year' | 'month' | 'day', 'year' | 'month' | 'day']

/** A time of day that a database export may have appended, always midnight for a date. */
const midnight = /[T ]00:00(:00(\.0+)?)?Z?$/

const shapes: Record<DateFormat, { pattern: RegExp; order: Order }> = {
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, order: ['year', 'month', 'day'] },
  YYYYMMDD: { pattern: /^(\d{4})(\d{2})(\d{2})$/, order: ['year', 'month', 'day'] },
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/, order: ['day', 'month', 'year'] },
  'DD-MM-YYYY': { pattern: /^(\d{1,2})-(\d{1,2})-(\d{4})$/, order: ['day', 'month', 'year'] },
  'DD/MM/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ['day', 'month', 'year'] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ['month', 'day', 'year'] },
}

/**
 * Reads a cell as a calendar day, `YYYY-MM-DD`. With a configured format only that form and ISO 8601 are read. Without
 * one, a date whose day and month could change places (03/04/2027) is refused, never guessed; dots always mean day first.
 */
export const readDate = (cell: string, configured?: DateFormat): DateReading => {
  const text = cell.trim().replace(midnight, '')
  const allowed = configured === undefined ? dateFormats : [configured, 'YYYY-MM-DD' as const]
  const readings = allowed.flatMap((format) => {
    const date = match(text, format)
    return date === null ? [] : [{ date, format }]
  })
  const [first] = readings
  if (first === undefined) return { fault: 'not-a-date' }
  const days = new Set(readings.map(({ date }) => date))
  if (days.size > 1 || isUndecided(text, configured)) return { fault: 'ambiguous' }
  return first
}

/** Day and month joined by hyphens (03-04-2027) are written in both orders, though only one has a format here. */
const isUndecided = (text: string, configured?: DateFormat): boolean => {
  if (configured !== undefined) return false
  const parts = shapes['DD-MM-YYYY'].pattern.exec(text)
  return parts !== null && parts[1] !== parts[2] && Number(parts[1]) <= 12 && Number(parts[2]) <= 12
}

const match = (text: string, format: DateFormat): string | null => {
  const { pattern, order } = shapes[format]
  const parts = pattern.exec(text)
  if (parts === null) return null
  const part = (name: Order[number]) => Number(parts[order.indexOf(name) + 1])
  return calendarDay(part('year'), part('month'), part('day'))
}

/** `null` when there is no such day. */
const calendarDay = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900
  return exists ? date.toISOString().slice(0, 10) : null
}

/** The day so many days after `date` (before it when negative). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)

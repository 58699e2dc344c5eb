/** Days, instants and numbers in the person's language and country. Days are calendar days without a zone; instants are shown in the account's time zone. */
import { formatDate, formatDateRange } from '@guidebook/messages/dates'
import type { PortalTexts } from '@guidebook/messages/portal'

export interface Formats {
  /** `2026-07-01` as "1 Jul 2026", in the United States "Jul 1, 2026". A text that is no day of the calendar is returned unchanged. */
  day(day: string): string
  /** With the day of the week. */
  longDay(day: string): string
  /** `2026-07` as "July 2026". */
  month(month: string): string
  /** Two days as a range: "1–8 Jul 2026". */
  days(from: string, to: string): string
  instant(at: string): string
  time(at: string): string
  /** "3 minutes ago". */
  ago(at: string, now?: number): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  bytes(value: number): string
  /** The name of a language or, if there is none, its code. */
  language(code: string): string
  list(items: readonly string[]): string
}

/** The browser's variant of a language, such as `en-GB` for `en`: dates and numbers differ between countries. */
export const regionalVariant = (language: string, preferred: readonly string[]): string =>
  preferred.find((one) => one.split('-')[0] === language) ?? language

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** `Date` takes the 30th of February for the 2nd of March. */
const isDay = (day: string) => !Number.isNaN(noon(day).getTime()) && noon(day).toISOString().startsWith(`${day}T`)

/** Makes a value at its first use: a formatter takes milliseconds on a phone, and a page uses few of them. */
function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const cached = new Map<string, Formats>()

/** The same object for the same arguments. `namesZone`: instants have the name of their time zone. */
export function formatsFor(language: string, timeZone: string | undefined, namesZone = false): Formats {
  const key = `${language} ${timeZone} ${namesZone}`
  const formats = cached.get(key) ?? createFormats(language, timeZone, namesZone)
  cached.set(key, formats)
  return formats
}

function createFormats(language: string, timeZone: string | undefined, namesZone: boolean): Formats {
  const zone = timeZone === undefined ? {} : { timeZone }
  const dates = (options: Intl.DateTimeFormatOptions) => atFirstUse(() => new Intl.DateTimeFormat(language, options))
  const days = dates({ dateStyle: 'medium', timeZone: 'UTC' })
  const longDays = dates({ dateStyle: 'full', timeZone: 'UTC' })
  const months = dates({ year: 'numeric', month: 'long', timeZone: 'UTC' })
  const instants = dates({ dateStyle: 'medium', timeStyle: 'short', ...zone })
  const zones = dates({ timeZoneName: 'short', ...zone })
  // A style of dates cannot be combined with the name of the zone.
  const zoneName = (at: Date) =>
    zones()
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const times = dates({ timeStyle: 'medium', ...zone })
  const relative = atFirstUse(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const names = atFirstUse(() => new Intl.DisplayNames(language, { type: 'language', fallback: 'code' }))
  const lists = atFirstUse(() => new Intl.ListFormat(language, { type: 'conjunction' }))
  const number = (value: number, options?: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, options).format(value)
  return {
    day: (day) => (isDay(day) ? formatDate(days(), noon(day)) : day),
    longDay: (day) => formatDate(longDays(), noon(day)),
    month: (month) => months().format(noon(`${month}-01`)),
    days: (from, to) => (isDay(from) && isDay(to) ? formatDateRange(days(), noon(from), noon(to)) : `${from} – ${to}`),
    instant: (at) => `${formatDate(instants(), new Date(at))} ${namesZone ? zoneName(new Date(at)) : ''}`.trim(),
    time: (at) => times().format(new Date(at)),
    ago: (at, now = Date.now()) => relative().format(...largestUnit((Date.parse(at) - now) / 1000)),
    number,
    bytes: (value) =>
      value < 1_000_000
        ? number(Math.max(1, Math.round(value / 1000)), { style: 'unit', unit: 'kilobyte' })
        : number(value / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
    language: (code) => {
      try {
        return names().of(code) ?? code
      } catch {
        // Codes come from operators: some are not language tags.
        return code
      }
    },
    list: (items) => lists().format(items),
  }
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function largestUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  for (const [unit, size] of units) if (Math.abs(seconds) >= size) return [Math.round(seconds / size), unit]
  return [Math.round(seconds), 'second']
}

/** The days of a trip or of a stay as a range; a single one with its name. Null if neither is set. */
export function tripDays(
  arrival: string | null,
  departure: string | null,
  t: Pick<PortalTexts, 'arrival' | 'departure' | 'labelled'>,
  formats: Pick<Formats, 'day' | 'days'>,
): string | null {
  if (arrival !== null && departure !== null) return formats.days(arrival, departure)
  if (arrival !== null) return t.labelled({ label: t.arrival, value: formats.day(arrival) })
  return departure === null ? null : t.labelled({ label: t.departure, value: formats.day(departure) })
}

const calendars = new Map<string | undefined, Intl.DateTimeFormat>()

/** The calendar day of an instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string | undefined, at = new Date()): string {
  const options = { dateStyle: 'short', ...(timeZone !== undefined && { timeZone }) } as const
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', options)
  calendars.set(timeZone, calendar)
  return calendar.format(at)
}

/** UTC in place of a time zone that the service knows and the browser does not. */
export function zoneOrUtc(timeZone: string): string {
  try {
    dayIn(timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** The day `count` days after another. */
export const addDays = (day: string, count: number): string =>
  new Date(noon(day).getTime() + count * 86_400_000).toISOString().slice(0, 10)

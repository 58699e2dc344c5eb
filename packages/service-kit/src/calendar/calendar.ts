/** Calendar days in an account's time zone. A day is text, `YYYY-MM-DD`, so days compare as text. */
import { LRUCache } from 'lru-cache'

const day = 24 * 60 * 60 * 1_000

const formats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 1_000,
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
})

/** The day in the zone at this instant. */
export function dayAt(instant: Date | number, timeZone: string): string {
  const parts: Record<string, string> = {}
  for (const { type, value } of formats.memo(timeZone).formatToParts(instant)) parts[type] = value
  return `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}`
}

/** Without a time the day is read as UTC, also in the form that days after the year 9999 have. */
const midnightUtc = (name: string): number => Date.parse(name)

const lastDay = '9999-12-31'

/** The ends of the calendar in every zone. Earlier instants are in the year 0, which contracts refuse; later ones have a year of five digits. */
const firstInstant = midnightUtc('0001-01-01')
const lastInstant = Date.parse(`${lastDay}T23:59:59.999Z`)

/**
 * The day so many days after another one, or before it, but never before the year 1. After the year 9999 the result has another form
 * (`+010000-01-01`), so it cannot be compared as a text.
 */
export const daysLater = (name: string, days: number): string =>
  new Date(Math.max(midnightUtc(name) + days * day, firstInstant)).toISOString().slice(0, -'T00:00:00.000Z'.length)

/** Whole days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => (midnightUtc(to) - midnightUtc(from)) / day

/**
 * The first instant of a day in the zone, in milliseconds since 1970 (UTC): its 00:00, the earlier one where clocks that go back show 00:00
 * twice, and the moment when the clocks jump where going forward skips it (Cairo, Santiago).
 */
export const startOfDay = (name: string, timeZone: string): number => starts.memo(`${name} ${timeZone}`)

/** The first instant after a day in the zone, in milliseconds since 1970 (UTC). */
export const endOfDay = (name: string, timeZone: string): number =>
  name === lastDay ? lastInstant : startOfDay(daysLater(name, 1), timeZone)

/** Every record shows two of these, and most records of an account the same ones; finding one takes many steps. */
const starts = new LRUCache<string, number>({
  max: 20_000,
  memoMethod: (key) => {
    const [name = '', timeZone = ''] = key.split(' ')
    let before = midnightUtc(name) - day
    let start = midnightUtc(name) + day
    while (start - before > 1_000) {
      const middle = before + Math.floor((start - before) / 2_000) * 1_000
      if (dayAt(middle, timeZone) >= name) start = middle
      else before = middle
    }
    return Math.max(start, firstInstant)
  },
})

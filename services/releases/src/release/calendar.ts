import { LRUCache } from 'lru-cache'

/**
 * Calendar days in an account's time zone. A day is a string `YYYY-MM-DD`, so that days compare as text; an instant is a
 * number of milliseconds since 1970 (UTC).
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** What a wall clock in the zone shows at the instant, read as if it were UTC. */
function wallClock(instant: number, timeZone: string): number {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const dayOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

/** The day it is in the zone at this instant. */
export const dayAt = (instant: Date, timeZone: string): string => dayOf(wallClock(instant.getTime(), timeZone))

/** The day so many days after that one, or before it; never before the first that there is. */
export const daysLater = (day: string, days: number): string =>
  dayOf(Math.max(Date.parse(`${day}T00:00:00Z`) + days * DAY, Date.parse('0001-01-01T00:00:00Z')))

/**
 * The first instant of a day in the zone: its 00:00, the earlier one where clocks going back show 00:00 twice, and the
 * moment the clocks jump where going forward skips it (Cairo, Santiago).
 */
export function startOfDay(day: string, timeZone: string): number {
  const key = `${timeZone} ${day}`
  let instant = starts.get(key)
  if (instant === undefined) {
    instant = findStartOfDay(day, timeZone)
    starts.set(key, instant)
  }
  return instant
}

/** Every record shows two of these, and most records of an account the same ones; working one out takes many steps. */
const starts = new LRUCache<string, number>({ max: 20_000 })

function findStartOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsets = [-1, 0, 1].map((days) => {
    const around = midnight + days * DAY
    return wallClock(around, timeZone) - around
  })
  const exact = offsets
    .map((offset) => midnight - offset)
    .filter((instant) => wallClock(instant, timeZone) === midnight)
    .sort((a, b) => a - b)
  return exact[0] ?? firstInstantNotBefore(midnight, timeZone)
}

/** The first whole minute at which the wall clock shows `wall` or later: where no clock ever showed `wall` itself. */
function firstInstantNotBefore(wall: number, timeZone: string): number {
  let before = wall - 2 * DAY
  let after = wall + 2 * DAY
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
    if (wallClock(middle, timeZone) >= wall) after = middle
    else before = middle
  }
  return after
}

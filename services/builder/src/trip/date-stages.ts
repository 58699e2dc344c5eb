import { daysBetween, daysLater } from '@guidebook/service-kit'
import { type Anchor, anchorsOf, type StageToDate } from './stay-anchors.ts'
import { type Contradiction, contradictionsOf } from './stay-contradictions.ts'
import { type BookedStay, nightsOf, type TravelDates } from './stays.ts'

/** A day of the trip without a stage. */
export interface FreeDay {
  date: string
  /** Index of the next stage; the number of stages after the last one. */
  before: number
  /** Index of the stay of the following night; null: unknown. */
  stay: number | null
}

export interface DatedStages {
  /** The calendar day of each stage; null if unknown or after the departure. */
  dates: (string | null)[]
  freeDays: FreeDay[]
  contradictions: Contradiction[]
}

/**
 * The day of each stage. A stage takes one day. It ends on the arrival day of its stay, and the next one begins on the departure day of that
 * stay, so two nights make a rest day. Stages without a stay follow on the next day; without any, the first one is on the day of arrival. All
 * days are calendar days of the place: no time zone is involved.
 */
export function dateStages(
  travel: TravelDates,
  stages: readonly StageToDate[],
  stays: readonly BookedStay[],
): DatedStages {
  const { anchors, rejected } = anchorsOf(travel, stages, stays)
  const days = daysOf(travel, stages.length, anchors)
  const { departure } = travel
  const dates = days.map((date) => (date === null || (departure !== null && date > departure) ? null : date))
  return {
    dates,
    freeDays: freeDaysOf(travel, dates, stays),
    contradictions: contradictionsOf({ travel, days, stays, rejected }),
  }
}

function daysOf({ arrival, departure }: TravelDates, count: number, anchors: readonly Anchor[]): (string | null)[] {
  const days: (string | null)[] = []
  let free = arrival
  let next = 0
  for (let index = 0; index < count; index++) {
    const anchor = anchors[next]
    if (anchor?.index === index) {
      days.push(anchor.date)
      free = isBase(anchor, departure, count) ? daysLater(anchor.date, 1) : anchor.next
      next++
      continue
    }
    // Before the next fixed day there must be a day for each stage; when there are too few, stages share one.
    const latest = anchor === undefined ? null : daysLater(anchor.date, index - anchor.index)
    const earliest = days.at(-1) ?? arrival
    const date = free === null || (latest !== null && latest < free) ? latest : free
    const day = date !== null && earliest !== null && date < earliest ? earliest : date
    days.push(day)
    free = day === null ? null : daysLater(day, 1)
  }
  return days
}

/** Whether the stay lasts until the departure and leaves too few days for the other stages: they are day trips from one hotel. */
const isBase = ({ index, next }: Anchor, departure: string | null, count: number): boolean =>
  departure !== null && next >= departure && daysBetween(next, departure) + 1 < count - 1 - index

/** More days than a trip has; a mistyped year must not fill the book. */
const mostFreeDays = 60

/** Days between two stages; those from the arrival to the first stage; and those after the last stage, before the departure, that a stay spans. */
function freeDaysOf(
  { arrival, departure }: TravelDates,
  dates: readonly (string | null)[],
  stays: readonly BookedStay[],
): FreeDay[] {
  if (!stays.some(({ arrivalDate }) => arrivalDate !== null)) return []
  const free: FreeDay[] = []
  let from = arrival
  dates.forEach((date, before) => {
    if (date === null) return
    for (let day = from; day !== null && day < date && free.length < mostFreeDays; day = daysLater(day, 1)) {
      free.push({ date: day, before, stay: stayOfNight(day, stays) })
    }
    from = daysLater(date, 1)
  })
  const after = dates.at(-1) === null ? null : from
  for (let day = after; day !== null && free.length < mostFreeDays; day = daysLater(day, 1)) {
    const stay = stayOfNight(day, stays)
    if (stay === null || (departure !== null && day >= departure)) break
    free.push({ date: day, before: dates.length, stay })
  }
  return free
}

/** The stay of the night that begins on this day; of several, the one that began last. */
function stayOfNight(day: string, stays: readonly BookedStay[]): number | null {
  let found: number | null = null
  stays.forEach(({ arrivalDate, departureDate }, index) => {
    if (arrivalDate === null || day < arrivalDate) return
    if (day >= daysLater(arrivalDate, nightsOf({ arrivalDate, departureDate }))) return
    const before = found === null ? null : (stays[found]?.arrivalDate ?? null)
    if (before === null || arrivalDate >= before) found = index
  })
  return found
}

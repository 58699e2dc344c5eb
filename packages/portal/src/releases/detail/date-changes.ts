/**
 * The requests that change the days of a release. The service accepts each one only if the trip is in order and inside the period after it. If the
 * days cannot be accepted together, no request may be accepted before the person corrects them.
 */

/** `YYYY-MM-DD`; empty: not set. */
export interface Days {
  start: string
  end: string
  arrival: string
  departure: string
}

export interface DateChange {
  of: 'period' | 'trip'
  start: string
  end: string
}

/**
 * `stays`: the days of the accommodation, which the service also requires inside the period. Null: the new trip is outside the new period. The
 * service may accept each of the two alone, so nothing is sent.
 */
export function dateChanges(stored: Days, days: Days, stays: readonly string[] = []): DateChange[] | null {
  const { start, end, arrival, departure } = days
  const period: DateChange = { of: 'period', start, end }
  const trip: DateChange = { of: 'trip', start: arrival, end: departure }
  if (!isTripChanged(stored, days)) return start === stored.start && end === stored.end ? [] : [period]
  if (start === stored.start && end === stored.end) return [trip]
  // The service refuses these, and names the field.
  if (arrival > departure) return [trip]
  if (start > end || !areInside(stays, days)) return [period]
  if (!areInside([arrival, departure], days)) return null
  if (areInside([stored.arrival, stored.departure], days)) return [period, trip]
  if (areInside([arrival, departure], stored)) return [trip, period]
  const [first = start] = [start, stored.start].toSorted()
  const last = [end, stored.end].toSorted().at(-1) ?? end
  return [{ of: 'period', start: first, end: last }, trip, period]
}

export const isTripChanged = (stored: Days, { arrival, departure }: Days): boolean =>
  arrival !== stored.arrival || departure !== stored.departure

const areInside = (days: readonly string[], { start, end }: Pick<Days, 'start' | 'end'>): boolean =>
  days.every((day) => day === '' || (day >= start && day <= end))

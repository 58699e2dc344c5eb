import { dayAt } from '../release/calendar.ts'
import type { Release } from '../release/release.ts'

/** An on-demand release may be replaced while today, in its account's time zone, lies before the first day that is stored. */
export const isBeforeDeadline = ({ startDate }: Pick<Release, 'startDate'>, now: Date, timeZone: string): boolean =>
  dayAt(now, timeZone) < startDate

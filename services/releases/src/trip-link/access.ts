import { dayAt } from '../release/calendar.ts'
import type { Release } from '../release/release.ts'

/** What the holder of a link may see today. */
export type Access =
  | { state: 'open' }
  | { state: 'early'; from: string }
  | { state: 'over'; reason: 'revoked' | 'disabled' | 'ended' }

type Limited = Pick<Release, 'startDate' | 'endDate' | 'disabled' | 'revokedAt'>

/** The link works from the first day of the period to the last, in the time zone of the operator's account. */
export function accessAt({ startDate, endDate, disabled, revokedAt }: Limited, now: Date, timeZone: string): Access {
  const today = dayAt(now, timeZone)
  if (revokedAt !== null) return { state: 'over', reason: 'revoked' }
  if (disabled) return { state: 'over', reason: 'disabled' }
  if (today > endDate) return { state: 'over', reason: 'ended' }
  return today < startDate ? { state: 'early', from: startDate } : { state: 'open' }
}

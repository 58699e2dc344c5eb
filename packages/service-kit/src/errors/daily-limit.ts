import { ServiceError } from './service-error.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** The 429 for what an account did as often as it may in 24 hours, with the time until the `first` of them is a day old. */
export const dailyLimitReached = (detail: string, first: Date, now: Date): ServiceError => {
  const seconds = Math.ceil((first.getTime() + dayMs - now.getTime()) / 1_000)
  return new ServiceError('rate-limited', { detail, headers: { 'Retry-After': String(Math.max(1, seconds)) } })
}

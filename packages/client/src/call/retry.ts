/** Whether a failed attempt is worth another one, and after which pause. */
import { ApiError, NetworkError } from '../errors.ts'

/** Full jitter: anything up to a bound that doubles with every attempt, so that many callers do not come back at once. */
const firstBoundMs = 500
const largestBoundMs = 20_000

/** The service, or a proxy before it, cannot answer just now. */
const passing = new Set([502, 503, 504])

/**
 * Milliseconds until the next attempt, null when there should be none. `attempt` counts from 1. `repeatable`: the call may be
 * sent twice without a second effect. What the rate limit refused (429) was not begun and may always be sent again.
 */
export function pauseAfter(
  error: unknown,
  { attempt, repeatable, random }: { attempt: number; repeatable: boolean; random: () => number },
): number | null {
  if (!isPassing(error, repeatable)) return null
  const backoff = random() * Math.min(largestBoundMs, firstBoundMs * 2 ** (attempt - 1))
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  // Those who were told the same time must not all keep to it to the millisecond.
  return asked + backoff
}

function isPassing(error: unknown, repeatable: boolean): boolean {
  if (error instanceof NetworkError) return repeatable
  if (!(error instanceof ApiError)) return false
  if (error.status === 429) return true
  // Our own attempt before this one still runs: its answer will be stored under the key.
  if (error.code === 'request-in-progress') return true
  return repeatable && passing.has(error.status)
}

/** `Retry-After` in seconds, from either of its forms. A date is measured from the answer's own `Date`, so that clocks need not agree. */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const until = Date.parse(value)
  if (Number.isNaN(until)) return null
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, (until - (Number.isNaN(sent) ? now : sent)) / 1000)
}

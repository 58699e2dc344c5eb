/** Whether to retry a failed attempt, and after which pause. */
import { ApiError, NetworkError } from '../errors.ts'

/** Full jitter: a random pause below a bound that doubles with each attempt, so that many clients do not return at once. */
const firstBoundMs = 500
const largestBoundMs = 20_000

/** 408: the body arrived too slowly. The others: the service, or a proxy in front of it, is temporarily unavailable. */
const temporary = new Set([408, 502, 503, 504])

/**
 * Milliseconds until the next attempt; null when there should be none. `attempt` counts from 1. `repeatable`: the call may be
 * sent twice without a second effect. A call that the rate limit refused (429) had no effect and may always be sent again.
 */
export function pauseAfter(
  error: unknown,
  { attempt, repeatable, random }: { attempt: number; repeatable: boolean; random: () => number },
): number | null {
  if (!isTemporary(error, repeatable)) return null
  const backoff = random() * Math.min(largestBoundMs, firstBoundMs * 2 ** (attempt - 1))
  // Clients that received the same Retry-After must not return at the same moment.
  return requestedPause(error) + backoff
}

/** The pause that the service requested, milliseconds. */
export const requestedPause = (error: unknown): number =>
  error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0

export function isTemporary(error: unknown, repeatable: boolean): boolean {
  if (error instanceof NetworkError) return repeatable
  if (!(error instanceof ApiError)) return false
  if (error.status === 429) return true
  // The previous attempt is still running; its response will be stored under the key.
  if (error.code === 'request-in-progress') return true
  return repeatable && temporary.has(error.status)
}

/** `Retry-After` in seconds, from either of its forms. A date is measured from the response's own `Date`, so that clocks need not agree. */
export function readRetryAfter(headers: Headers, now: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  const until = Date.parse(value)
  if (Number.isNaN(until)) return null
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, (until - (Number.isNaN(sent) ? now : sent)) / 1000)
}

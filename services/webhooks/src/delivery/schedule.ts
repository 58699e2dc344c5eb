const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The delay before each attempt, counted from the end of the one before it; the first is made at once. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** How far a delay may be stretched, so that deliveries that failed together do not return together. */
const jitter = 0.1

/** A receiver may ask for a later attempt, but not park a delivery for longer than the schedule's own longest pause. */
const longestPauseMs = 24 * hour

/**
 * When to try again after `attempts` attempts have failed, or `null` when the schedule is used up.
 * `retryAfterMs` is the receiver's own wish (milliseconds from now): a later time is honoured, an earlier one is not.
 * `random` is in [0, 1).
 */
export const nextAttemptAt = (
  now: Date,
  attempts: number,
  retryAfterMs: number | null,
  random: number = Math.random(),
): Date | null => {
  const delay = attemptDelaysMs[attempts]
  if (delay === undefined) return null
  const stretched = delay * (1 + jitter * random)
  return new Date(now.getTime() + Math.max(stretched, Math.min(retryAfterMs ?? 0, longestPauseMs)))
}

/**
 * Reads a `Retry-After` header in either form (RFC 9110, section 10.2.3) as milliseconds from now.
 * `null` when it is absent, unreadable or in the past.
 */
export const parseRetryAfter = (value: string | undefined, now: Date): number | null => {
  if (value === undefined) return null
  const text = value.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

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
  const text = value?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * second : dateOf(text) - now.getTime()
  return ms > 0 ? Math.min(ms, longestPauseMs) : null
}

/** `Date.parse` finds a year in almost any text, so only what looks like one of HTTP's three forms of a date reaches it. */
const dateOf = (text: string): number => {
  if (/^[A-Z][a-z]+, .+ GMT$/.test(text)) return Date.parse(text)
  // The form of C's asctime says no zone and means GMT.
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The delay before each attempt, after the end of the previous one. The first attempt is immediate. */
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

/** Largest random extension of a delay, so that deliveries that failed together are not retried together. */
const jitter = 0.1

/** Limit of `Retry-After`: the longest pause of the schedule. */
const longestPauseMs = 24 * hour

/**
 * The time of the next attempt after `attempts` failed attempts; `null` at the end of the schedule.
 * `retryAfterMs`: the receiver's Retry-After (milliseconds from now). A later time is honoured, an earlier one is not.
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

/** Accepts only the three date formats of HTTP, because `Date.parse` finds a year in almost any text. */
const dateOf = (text: string): number => {
  if (/^[A-Z][a-z]+, .+ GMT$/.test(text)) return Date.parse(text)
  // The asctime format has no zone and means GMT.
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}

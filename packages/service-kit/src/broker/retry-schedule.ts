/** The delay before each repeat of a failed message, in milliseconds. A message that failed once more than this is dead. */
export type RetrySchedule = readonly number[]

export const defaultRetrySchedule: RetrySchedule = [1_000, 5_000, 15_000, 30_000, 30_000, 30_000]

/** What follows when attempt number `attempt` (from 1) has failed: the delay before the next, or null when there is none. */
export const delayAfter = (schedule: RetrySchedule, attempt: number): number | null => schedule[attempt - 1] ?? null

/** The distinct delays: each is a queue of its own, because a queue lets messages expire only in its order. */
export const tiersOf = (schedule: RetrySchedule): number[] => [...new Set(schedule)].sort((a, b) => a - b)

/** `30s`, or `20ms` for a delay that is not whole seconds. Part of a queue's name. */
export const tierName = (delayMs: number): string => (delayMs % 1_000 === 0 ? `${delayMs / 1_000}s` : `${delayMs}ms`)

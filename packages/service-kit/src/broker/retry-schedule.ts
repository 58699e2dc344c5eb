/** The delay before each repeat of a failed message, in milliseconds. After the last one the message becomes a dead letter. */
export type RetrySchedule = readonly number[]

export const defaultRetrySchedule: RetrySchedule = [1_000, 5_000, 15_000, 30_000, 30_000, 30_000]

/** The delay before the attempt after number `attempt` (from 1), or null after the last. */
export const delayAfter = (schedule: RetrySchedule, attempt: number): number | null => schedule[attempt - 1] ?? null

/** The distinct delays. Each has its own queue, because messages of a queue expire in its order. */
export const tiersOf = (schedule: RetrySchedule): number[] => [...new Set(schedule)].sort((a, b) => a - b)

/** `30s`, or `20ms` for a fraction of a second. Part of a queue's name. */
export const tierName = (delayMs: number): string => (delayMs % 1_000 === 0 ? `${delayMs / 1_000}s` : `${delayMs}ms`)

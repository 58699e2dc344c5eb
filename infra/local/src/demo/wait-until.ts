import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationError } from './checklist.ts'

/** Polls until `look` returns a value. `subject` completes the message "did not see …". */
export async function waitUntil<T>(
  subject: string,
  deadlineMs: number,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (const until = Date.now() + deadlineMs; ; await delay(100)) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > until) throw new ExpectationError(`did not see ${subject} within ${deadlineMs / 1000} s`)
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationFailed } from './checklist.ts'

/** Asks again and again until the answer is there. `what` completes the sentence "did not see …". */
export async function waitUntil<T>(what: string, deadlineMs: number, look: () => Promise<T | undefined>): Promise<T> {
  for (const until = Date.now() + deadlineMs; ; await delay(100)) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > until) throw new ExpectationFailed(`did not see ${what} within ${deadlineMs / 1000} s`)
  }
}

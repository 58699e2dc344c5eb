import { setTimeout as sleep } from 'node:timers/promises'

/** Calls the function until it neither throws nor returns `false` or `undefined`, for up to `timeoutMs`; then throws the last error. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  { timeoutMs = 60_000, everyMs = 60 } = {},
): Promise<Exclude<NonNullable<T>, false>> {
  const until = Date.now() + timeoutMs
  for (;;) {
    try {
      const value = await look()
      if (value !== false && value !== undefined && value !== null) return value as Exclude<NonNullable<T>, false>
      if (Date.now() > until) throw new Error(`not within ${timeoutMs} ms`)
    } catch (error) {
      if (Date.now() > until) throw error
    }
    await sleep(everyMs)
  }
}

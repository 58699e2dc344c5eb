import { setTimeout as delay } from 'node:timers/promises'

/** Looks until it is true, for up to `timeoutMs`; then fails with what was looked for. */
export const eventually = async (
  what: string,
  timeoutMs: number,
  look: () => boolean | Promise<boolean>,
): Promise<void> => {
  for (const until = Date.now() + timeoutMs; !(await look()); await delay(250)) {
    if (Date.now() > until) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`)
  }
}

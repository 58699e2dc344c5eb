import { setTimeout as delay } from 'node:timers/promises'

/** Polls until `look` returns true. Throws after `timeoutMs`. */
export const eventually = async (
  what: string,
  timeoutMs: number,
  look: () => boolean | Promise<boolean>,
): Promise<void> => {
  for (const until = Date.now() + timeoutMs; !(await look()); await delay(250)) {
    if (Date.now() > until) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`)
  }
}

/** Waits until `count` returns 0. Throws when it has not decreased for `patienceMs`. */
export const untilNoneLeft = async (
  what: string,
  patienceMs: number,
  count: () => number | Promise<number>,
): Promise<void> => {
  let least = Number.POSITIVE_INFINITY
  let until = 0
  for (let left = await count(); left > 0; left = await count()) {
    if (left < least) {
      least = left
      until = Date.now() + patienceMs
    }
    if (Date.now() > until) throw new Error(`${least} ${what} are left; no progress for ${patienceMs / 1000} s`)
    await delay(250)
  }
}

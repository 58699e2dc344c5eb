import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks an address over and over, one question at a time. Stopping answers the longest time (milliseconds) for which an
 * answer was waited: how long the process behind it did nothing else.
 */
export const monitor = (url: string): (() => Promise<number>) => {
  let going = true
  let longest = 0
  const done = (async () => {
    while (going) {
      const began = performance.now()
      const response = await fetch(url)
      await response.arrayBuffer()
      longest = Math.max(longest, performance.now() - began)
      await delay(2)
    }
  })()
  return async () => {
    going = false
    await done
    return longest
  }
}

import { halfJitterGenerator } from 'cockatiel'

/** Milliseconds. */
export interface Backoff {
  /** Longest pause after the first failure; it doubles with each further one. */
  firstMs: number
  /** No pause is longer. */
  longestMs: number
}

/**
 * The pause after a failure, in milliseconds; `failures` counts the failures in a row before it. The pause is random, between half of the
 * exponential delay and all of it, so that callers that failed together do not retry together.
 */
export function backoffMs(failures: number, { firstMs, longestMs }: Backoff): number {
  const options = { initialDelay: firstMs, maxDelay: longestMs, exponent: 2, generator: halfJitterGenerator }
  return halfJitterGenerator(failures, options)[0]
}

/** Time limits of calls, milliseconds. */

/** Enough for a body of a few fields and the response to it. */
export const usualTimeoutMs = 60_000

/** The slowest upload that the gateway accepts. */
const bytesPerSecond = 500

/** The limits of a call with a large body: as long as the gateway waits for it, and the usual time for the response. */
export function timeoutsFor(body: object): { timeoutMs: number; attemptTimeoutMs: number } {
  const { size } = body instanceof Blob ? body : new Blob([JSON.stringify(body)])
  const limit = usualTimeoutMs + (size / bytesPerSecond) * 1_000
  return { timeoutMs: limit, attemptTimeoutMs: limit }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

export interface Lease {
  /** How long the lease lasts after a renewal, milliseconds. */
  leaseMs: number
  /** Time between two renewals, milliseconds. Several may fail before the lease runs out. */
  renewEveryMs: number
  /** Renews the lease; `false` when another process holds it now. */
  renew(): Promise<boolean>
  log: Logger
}

/**
 * Renews a lease for as long as the work takes. `lost` aborts when another process holds the lease, and when renewals have failed, or one of them has
 * hung, for so long that another process could soon take it. A renewal may still be under way when the work has ended.
 */
export async function withLease<T>(lease: Lease, work: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const done = new AbortController()
  const renewing = renewUntil(done.signal, lease, () => lost.abort(new Error('the lease was lost')))
  try {
    return await work(lost.signal)
  } finally {
    done.abort()
    await renewing
  }
}

async function renewUntil(done: AbortSignal, lease: Lease, lose: () => void): Promise<void> {
  const { leaseMs, renewEveryMs, renew, log } = lease
  let renewedAt = performance.now()
  while (await hasPassed(renewEveryMs, done)) {
    const at = performance.now()
    const settled = new AbortController()
    // Half an interval remains for the work to stop.
    const longestMs = Math.max(0, renewedAt + leaseMs - renewEveryMs / 2 - at)
    const hangs = hasPassed(longestMs, AbortSignal.any([done, settled.signal]))
    try {
      const isHeld = await Promise.race([renew(), hangs.then((isTooLong) => !isTooLong)])
      if (!isHeld) return lose()
      renewedAt = at
    } catch (error) {
      log.warn({ err: error }, 'lease could not be renewed')
      if (performance.now() - renewedAt > leaseMs - renewEveryMs) return lose()
    } finally {
      settled.abort()
    }
  }
}

/** `false` when the signal ended the wait. */
const hasPassed = (ms: number, end: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal: end }).catch((error: unknown) => {
    if (end.aborted) return false
    throw error
  })

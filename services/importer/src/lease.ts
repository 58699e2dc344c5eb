import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@guidebook/service-kit'

/** After it whoever held something is taken for dead, and another takes it over. Milliseconds. */
export const leaseMs = 20_000
/** Between two signs of life of a holder; several may fail before its lease runs out. */
const beatMs = 5_000

export interface Lease {
  /** Prolongs it; `false` when it is another's by now. */
  extend(): Promise<boolean>
  log: Logger
}

/** Works for as long as it takes, with a sign of life now and then. `lost` aborts when another holds the lease. */
export const whileLeased = async <T>({ extend, log }: Lease, work: (lost: AbortSignal) => Promise<T>): Promise<T> => {
  const lost = new AbortController()
  const done = new AbortController()
  const beat = async () => {
    for (;;) {
      await sleep(beatMs, undefined, { signal: done.signal })
      try {
        if (!(await extend())) return lost.abort(new Error('the lease was lost'))
      } catch (error) {
        // While the database is away nobody else can take the lease either.
        log.debug({ err: error }, 'a lease could not be prolonged')
      }
    }
  }
  const beating = beat().catch((error: unknown) => {
    if (!done.signal.aborted) throw error
  })
  try {
    return await work(lost.signal)
  } finally {
    done.abort()
    await beating
  }
}

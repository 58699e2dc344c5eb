import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { type ClaimLoop, claimLoop } from '../loop/claim-loop.ts'
import { meter } from '../telemetry/metrics.ts'
import type { ObjectStore } from './object-store.ts'

const hourMs = 60 * 60 * 1_000

/** An object is stored before the row that refers to it is committed, so young ones stay. */
const graceMs = 24 * hourMs

export interface OrphanSweep {
  objectStore: ObjectStore
  clock: Clock
  /** Keys start with it; their second part is the account. */
  prefix: string
  /** Whether a row refers to the object. */
  isUsed: (account: string, key: string) => Promise<boolean>
}

/** Removes objects below the prefix that no row refers to, every hour. */
export const createOrphanSweeper = (sweep: OrphanSweep & { log: Logger }): ClaimLoop => {
  const { prefix } = sweep
  const count = meter('sweeper').createCounter('sweeper_removed_objects', {
    description: 'Unused objects that were removed.',
  })
  count.add(0, { prefix })
  return claimLoop({
    name: `sweeper of ${prefix}`,
    pollMs: hourMs,
    log: sweep.log,
    run: async (signal) => {
      count.add(await sweepOrphans(sweep, signal), { prefix })
      return 0
    },
  })
}

/** Returns how many objects were removed. */
export async function sweepOrphans(
  { objectStore, clock, prefix, isUsed }: OrphanSweep,
  signal?: AbortSignal,
): Promise<number> {
  const before = clock.now().getTime() - graceMs
  let removed = 0
  for await (const { key, modified } of objectStore.list(prefix)) {
    if (signal?.aborted) break
    if (modified.getTime() > before || (await isUsed(key.split('/')[1] ?? '', key))) continue
    await objectStore.remove(key)
    removed += 1
  }
  return removed
}

import type { Logger } from 'pino'
import type { Clock } from '../clock/clock.ts'
import { type ClaimLoop, claimLoop } from '../loop/claim-loop.ts'
import { meter } from '../telemetry/metrics.ts'
import type { ObjectStore } from './object-store.ts'

const hourMs = 60 * 60 * 1_000

/** An object is stored before the row that refers to it is committed, so young ones stay. Backups depend on it too: docs/operations/backup.md. */
const graceMs = 24 * hourMs

/** Keys looked up at once. */
const batch = 500

export interface OrphanSweep {
  objectStore: ObjectStore
  clock: Clock
  /** The beginning of all keys. */
  prefix: string
  /** Younger objects stay; at least 24 hours. */
  keepMs?: number
  /** Returns those of the keys, at most 500, that no row refers to. `account` is the second part of every key. */
  findUnused: (account: string, keys: readonly string[]) => PromiseLike<readonly string[]>
}

/** Removes objects below the prefix that no row refers to, and unfinished ones, every hour. */
export const createOrphanSweeper = (sweep: OrphanSweep & { log: Logger }): ClaimLoop => {
  const { prefix, log } = sweep
  const count = meter('sweeper').createCounter('sweeper_removed_objects', {
    description: 'Unused objects that were removed.',
  })
  count.add(0, { prefix })
  return claimLoop({
    name: `sweeper of ${prefix}`,
    pollMs: hourMs,
    log,
    run: async (signal) => {
      const removed = await sweepOrphans(sweep, signal)
      if (removed > 0) {
        count.add(removed, { prefix })
        log.info({ prefix, removed }, 'unused objects removed')
      }
      return 0
    },
  })
}

/** Returns how many objects were removed. */
export async function sweepOrphans(
  { objectStore, clock, prefix, keepMs = graceMs, findUnused }: OrphanSweep,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now().getTime()
  const before = now - Math.max(keepMs, graceMs)
  const isOld = (modified: Date | null) => modified !== null && modified.getTime() < before
  let removed = 0
  const sweep = async (account: string, keys: readonly string[]) => {
    for (const key of await findUnused(account, keys)) {
      if (signal?.aborted) return
      // Check the age again: the same bytes may just have been stored for a row that is not committed yet.
      if (!isOld(await objectStore.modified(key))) continue
      await objectStore.remove(key)
      removed += 1
    }
  }
  let account = ''
  let keys: string[] = []
  for await (const { key, modified } of objectStore.list(prefix)) {
    if (signal?.aborted) return removed
    if (!isOld(modified)) continue
    const owner = key.split('/')[1] ?? ''
    // An account's keys usually follow one another. In another order the batches are only smaller.
    if (owner !== account || keys.length === batch) {
      if (keys.length > 0) await sweep(account, keys)
      account = owner
      keys = []
    }
    keys.push(key)
  }
  if (keys.length > 0) await sweep(account, keys)
  await objectStore.removeUnfinished(new Date(now - graceMs))
  return removed
}

import { type ClaimLoop, claimLoop, type Database, type Logger, type ObjectStore } from '@guidebook/service-kit'
import { isImageInUse } from './queries.ts'

/** An image is stored before the request that refers to it is committed: young ones are left alone. */
const graceMs = 24 * 60 * 60 * 1_000

const hourMs = 60 * 60 * 1_000

interface Sweep {
  database: Database
  objectStore: ObjectStore
  now(): Date
}

/** Removes images that no request refers to (any more), one hour after another. */
export const createImageSweeper = ({ log, ...sweep }: Sweep & { log: Logger }): ClaimLoop =>
  claimLoop({
    name: 'image sweeper',
    pollMs: hourMs,
    log,
    run: async (signal) => {
      await sweepImages(sweep, signal)
      return 0
    },
  })

/** Answers how many were removed. The account is the second part of a key. */
export async function sweepImages({ database, objectStore, now }: Sweep, signal?: AbortSignal): Promise<number> {
  const before = now().getTime() - graceMs
  let removed = 0
  for await (const { key, modified } of objectStore.list('releases/')) {
    if (signal?.aborted) break
    if (modified.getTime() > before || (await isImageInUse(database.knex, key.split('/')[1] ?? '', key))) continue
    await objectStore.remove(key)
    removed++
  }
  return removed
}

import { type ClaimLoop, claimLoop, type Database, type Logger, type ObjectStore } from '@guidebook/service-kit'
import { isImageInUse } from './queries.ts'

/** An image is stored before the request that refers to it is committed, so young ones stay. */
const graceMs = 24 * 60 * 60 * 1_000

const hourMs = 60 * 60 * 1_000

interface Options {
  database: Database
  objectStore: ObjectStore
  log: Logger
  now(): Date
}

/** Removes images that no request refers to, every hour. */
export const createImageSweeper = (options: Options): ClaimLoop =>
  claimLoop({
    name: 'image sweeper',
    pollMs: hourMs,
    log: options.log,
    run: async (signal) => {
      await sweepImages(options, signal)
      return 0
    },
  })

/** Returns how many images were removed. The account is the second part of a key. */
export async function sweepImages(
  { database, objectStore, now }: Omit<Options, 'log'>,
  signal?: AbortSignal,
): Promise<number> {
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

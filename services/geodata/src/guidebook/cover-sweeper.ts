import { type ClaimLoop, claimLoop, type Database, type Logger, type ObjectStore } from '@guidebook/service-kit'

/** A cover is stored before the guidebook that refers to it is committed, so young ones stay. */
const graceMs = 24 * 60 * 60 * 1_000

const hourMs = 60 * 60 * 1_000

interface Options {
  database: Database
  objectStore: ObjectStore
  log: Logger
  now(): Date
}

/** Removes covers that no guidebook refers to, every hour. */
export const createCoverSweeper = (options: Options): ClaimLoop =>
  claimLoop({
    name: 'cover sweeper',
    pollMs: hourMs,
    log: options.log,
    run: async (signal) => {
      await sweepCovers(options, signal)
      return 0
    },
  })

export async function sweepCovers({ database, objectStore, now }: Options, signal?: AbortSignal): Promise<number> {
  const before = now().getTime() - graceMs
  let removed = 0
  for await (const { key, modified } of objectStore.list('geodata/')) {
    if (signal?.aborted) break
    if (modified.getTime() > before || (await isUsed(database, key))) continue
    await objectStore.remove(key)
    removed += 1
  }
  return removed
}

/** The account is the second part of a key. */
async function isUsed({ knex }: Database, key: string): Promise<boolean> {
  const guidebooks = knex('guidebooks').where({ account: key.split('/')[1] ?? '' })
  return (await guidebooks.whereRaw("cover->>'key' = :key", { key }).first('id')) !== undefined
}

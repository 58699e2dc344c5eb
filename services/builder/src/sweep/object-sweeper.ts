import {
  type ClaimLoop,
  claimLoop,
  type Database,
  type Logger,
  type ObjectStore,
  prepared,
} from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { tileDays } from '../basemap/tile-queries.ts'

/** Unreferenced objects stay this long, since a build stores its files before it records them. */
const graceHours = 24
const hourMs = 60 * 60 * 1_000
/** Keys looked up with one query. */
const batch = 500

export interface Sweep {
  database: Pick<Database, 'knex'>
  store: ObjectStore
  now(): Date
}

/** Removes unused objects every hour. */
export const objectSweeper = ({ log, ...sweep }: Sweep & { log: Logger }): ClaimLoop =>
  claimLoop({
    name: 'object sweeper',
    pollMs: hourMs,
    log,
    run: async (signal) => {
      const removed = await sweepObjects(sweep, signal)
      if (removed > 0) log.info({ removed }, 'unused objects removed')
      return 0
    },
  })

/** Removes objects that no release shows and no build may reuse; returns their number. The second segment of a key is the account. */
export async function sweepObjects({ database, store, now }: Sweep, signal?: AbortSignal): Promise<number> {
  const queries = sweepQueries(database.knex)
  await queries.forget(graceHours)
  const before = now().getTime() - graceHours * hourMs
  const isOld = async (key: string) => {
    for await (const object of store.list(key)) if (object.key === key) return object.modified.getTime() < before
    return false
  }
  let removed = 0
  const sweep = async (account: string, keys: readonly string[]) => {
    for (const key of await queries.unused(account, keys)) {
      // Check the age again: a build may just have stored the same bytes.
      if (signal?.aborted || !(await isOld(key))) continue
      await store.remove(key)
      removed++
    }
  }
  const pending = new Map<string, string[]>()
  for await (const { key, modified } of store.list('builder/')) {
    if (signal?.aborted) return removed
    if (modified.getTime() >= before) continue
    const account = key.split('/')[1] ?? ''
    const keys = pending.get(account) ?? []
    pending.set(account, keys)
    keys.push(key)
    if (keys.length < batch) continue
    pending.delete(account)
    await sweep(account, keys)
  }
  for (const [account, keys] of pending) await sweep(account, keys)
  return removed
}

/** Logos in use are fetched daily; one that was not fetched for this many days is unused. */
const logoDays = 60

/** SQL of the sweeper. `hours`: how long rows stay after their last use. */
const sweepQueries = (db: Knex) => ({
  /** Deletes rows of objects that releases no longer show, unused artifacts, old logos and old tiles. */
  async forget(hours: number): Promise<void> {
    await db.raw(`delete from build_objects where dropped_at < now() - :hours * interval '1 hour'`, { hours })
    await db.raw(
      `delete from artifacts where used_at < now() - :hours * interval '1 hour' and not exists (
         select from build_objects where build_objects.account = artifacts.account and build_objects.key = artifacts.key
       )`,
      { hours },
    )
    await db.raw(`delete from logos where asked_at < now() - ${logoDays} * interval '1 day'`)
    await db.raw(`delete from tiles where fetched_at < now() - ${tileDays + 1} * interval '1 day'`)
  },

  /** The unreferenced ones of an account's keys. */
  async unused(account: string, keys: readonly string[]): Promise<string[]> {
    const rows = await prepared<{ key: string }>(
      db,
      'builder/unused-objects',
      `select listed.key from unnest(cast(:keys as text[])) as listed(key)
       where not exists (select from build_objects where account = :account and build_objects.key = listed.key)
         and not exists (select from artifacts where account = :account and keys @> array[listed.key])
         and not exists (select from logos where account = :account and logos.key = listed.key)
         and not exists (select from tiles where tiles.key = listed.key)`,
      { account, keys },
    )
    return rows.map(({ key }) => key)
  },
})

import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { tileDays } from '../basemap/tile-queries.ts'

/** Logos in use are fetched daily; one that was not fetched for this many days is unused. */
const logoDays = 60

/** SQL of the sweeper. `hours`: how long rows stay after their last use. */
export const sweepQueries = (db: Knex) => ({
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

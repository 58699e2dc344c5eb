import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { tileDays } from '../basemap/tile-queries.ts'

/** Logos in use are fetched daily; one that was not fetched for this many days is unused. */
const logoDays = 60

/** SQL of the sweeper. `hours`: how long rows stay after their last use. */
export const sweepQueries = (db: Knex) => ({
  /** Deletes rows of objects that releases no longer show, unused artifacts, old logos and old tiles. */
  async forget(hours: number): Promise<void> {
    await prepared(
      db,
      'builder/forget-build-objects',
      `DELETE FROM build_objects WHERE dropped_at < now() - ? * interval '1 hour'`,
      [hours],
    )
    await prepared(
      db,
      'builder/forget-artifacts',
      `DELETE FROM artifacts WHERE used_at < now() - ? * interval '1 hour' AND NOT EXISTS (
         SELECT FROM build_objects WHERE build_objects.account = artifacts.account AND build_objects.key = artifacts.key
       )`,
      [hours],
    )
    await prepared(db, 'builder/forget-logos', `DELETE FROM logos WHERE asked_at < now() - ? * interval '1 day'`, [
      logoDays,
    ])
    await prepared(db, 'builder/forget-tiles', `DELETE FROM tiles WHERE fetched_at < now() - ? * interval '1 day'`, [
      tileDays + 1,
    ])
  },

  /** The unreferenced ones of an account's keys. */
  async unused(account: string, keys: readonly string[]): Promise<string[]> {
    const rows = await prepared<{ key: string }>(
      db,
      'builder/unused-objects',
      `SELECT listed.key FROM unnest(?::text[]) AS listed(key)
       WHERE NOT EXISTS (SELECT FROM build_objects WHERE account = ? AND build_objects.key = listed.key)
         AND NOT EXISTS (SELECT FROM artifacts WHERE account = ? AND keys @> ARRAY[listed.key])
         AND NOT EXISTS (SELECT FROM logos WHERE account = ? AND logos.key = listed.key)
         AND NOT EXISTS (SELECT FROM tiles WHERE tiles.key = listed.key)`,
      [keys, account, account, account],
    )
    return rows.map(({ key }) => key)
  },
})

import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { TileAddress } from './tile-grid.ts'

/** A tile in the object store. */
export interface StoredTile {
  key: string
  /** Width and height. */
  pixels: number
}

/** Days after which a tile is fetched again. */
export const tileDays = 30

export const tileName = ({ z, x, y }: TileAddress): string => `${z}/${x}/${y}`

/** SQL of tiles, which belong to no account. */
export const tileQueries = (db: Knex) => ({
  /** Stored tiles by name; null: the provider has none there. All addresses must have the same zoom. */
  async find(source: string, addresses: readonly TileAddress[]): Promise<Map<string, StoredTile | null>> {
    const rows = await prepared<TileAddress & { key: string | null; pixels: number }>(
      db,
      'builder/find-tiles',
      `SELECT z, x, y, key, pixels FROM tiles JOIN unnest(?::int[], ?::int[]) AS wanted(x, y) USING (x, y)
       WHERE source = ? AND z = ? AND fetched_at > now() - ? * interval '1 day'`,
      [addresses.map(({ x }) => x), addresses.map(({ y }) => y), source, addresses[0]?.z ?? 0, tileDays],
    )
    return new Map(
      rows.map(({ key, pixels, ...address }) => [tileName(address), key === null ? null : { key, pixels }]),
    )
  },

  /** Deletes the rows of tiles whose object is missing, so that they are fetched again. */
  async forget(key: string): Promise<void> {
    await prepared(db, 'builder/forget-tile', 'DELETE FROM tiles WHERE key = ?', [key])
  },

  async save(source: string, { z, x, y }: TileAddress, tile: StoredTile | null): Promise<void> {
    await prepared(
      db,
      'builder/keep-tile',
      `INSERT INTO tiles (source, z, x, y, key, pixels, fetched_at) VALUES (?, ?, ?, ?, ?, ?, now())
       ON CONFLICT (source, z, x, y) DO UPDATE SET key = excluded.key, pixels = excluded.pixels, fetched_at = now()`,
      [source, z, x, y, tile?.key ?? null, tile?.pixels ?? null],
    )
  },
})

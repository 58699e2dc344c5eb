import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { TileRow } from '../generated/rows.ts'
import type { TileAddress } from './tile-grid.ts'

/** A tile in the object store, or of an archive: then with its content. */
export interface StoredTile {
  /** Changes with the content. */
  key: string
  bytes?: Uint8Array
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
    const rows = await prepared<Omit<TileRow, 'source' | 'fetched_at'>>(
      db,
      'builder/find-tiles',
      `select z, x, y, key, pixels
       from tiles join unnest(cast(:columns as int[]), cast(:rows as int[])) as requested(x, y) using (x, y)
       where source = :source and z = :zoom and fetched_at > now() - ${tileDays} * interval '1 day'`,
      {
        source,
        zoom: addresses[0]?.z ?? 0,
        columns: addresses.map(({ x }) => x),
        rows: addresses.map(({ y }) => y),
      },
    )
    return new Map(
      rows.map(({ key, pixels, ...address }) => [
        tileName(address),
        key === null || pixels === null ? null : { key, pixels },
      ]),
    )
  },

  /** Deletes the rows of tiles whose object is missing, so that they are fetched again. */
  async forget(key: string): Promise<void> {
    await prepared(db, 'builder/forget-tile', 'delete from tiles where key = :key', { key })
  },

  async save(source: string, { z, x, y }: TileAddress, tile: StoredTile | null): Promise<void> {
    await prepared(
      db,
      'builder/keep-tile',
      `insert into tiles (source, z, x, y, key, pixels, fetched_at) values (:source, :z, :x, :y, :key, :pixels, now())
       on conflict (source, z, x, y) do update set key = excluded.key, pixels = excluded.pixels, fetched_at = now()`,
      { source, z, x, y, key: tile?.key ?? null, pixels: tile?.pixels ?? null },
    )
  },
})

import type { ObjectStore } from '@guidebook/service-kit'
import { tilePixels } from './read-tile.ts'
import type { TileGrid } from './tile-grid.ts'
import { type StoredTile, tileName } from './tile-queries.ts'

/** The tiles of a map's area. */
export interface TileLayer {
  grid: TileGrid
  /** By their names; null: the provider has none. */
  tiles: ReadonlyMap<string, StoredTile | null>
}

/** The part of a tile's row that is inside the grid. */
export interface TileRow {
  /** Three bytes for each pixel. */
  pixels: Buffer
  /** Index of its first pixel in the grid. */
  at: number
}

/** All rows of all tiles, on `background` where they are transparent. One tile is in memory at a time. */
export async function* rowsOfTiles(
  { grid, tiles }: TileLayer,
  background: string,
  store: ObjectStore,
): AsyncGenerator<TileRow[]> {
  const { tileSize: size, width, height } = grid
  for (const place of grid.tiles) {
    const tile = tiles.get(tileName(place))
    if (!tile) continue
    const pixels = await tilePixels(await store.read(tile.key), size, background)
    const [from, to] = [Math.max(0, -place.left), Math.min(size, width - place.left)]
    const rows: TileRow[] = []
    for (let y = Math.max(0, -place.top); y < Math.min(size, height - place.top); y++) {
      rows.push({
        pixels: pixels.subarray((y * size + from) * 3, (y * size + to) * 3),
        at: (place.top + y) * width + place.left + from,
      })
    }
    yield rows
  }
}

import type { MapWindow } from '@guidebook/roadbook'
import { type TileGrid, tileGrid } from './tile-grid.ts'
import type { TileLayer } from './tile-layer.ts'
import type { TileRequest, TileSource } from './tile-source.ts'

/** Most pixels of a tile per inch of print, and the pixels needed beyond the edges of the map. */
export interface TileUse {
  maxDpi: number
  margin: number
}

export const tileUses = {
  /** Resolutions double with the zoom, so this gives 110 to 220. Names drawn in tiles for screens would be unreadable at a higher one. */
  map: { maxDpi: 220, margin: 0 },
  /** Shades are soft. The margin is for slopes and interpolation, which need neighbouring pixels. */
  relief: { maxDpi: 130, margin: 4 },
} as const satisfies Record<string, TileUse>

/** The tiles of a map's area; null if the provider has none. Throws `TilesUnavailableError`. */
export async function loadTileLayer(
  window: MapWindow,
  source: TileSource,
  use: TileUse,
  request: TileRequest,
): Promise<TileLayer | null> {
  const grid = await gridFor(window, source, use, request)
  const tiles = await source.tiles(grid.tiles, request)
  return [...tiles.values()].some((tile) => tile !== null) ? { grid, tiles } : null
}

/** Providers do not announce the size of their tiles, so the first grid fetches one tile to learn it. */
async function gridFor(window: MapWindow, source: TileSource, use: TileUse, request: TileRequest): Promise<TileGrid> {
  const { mostZoom } = source
  const assumed = tileGrid(window, { ...use, mostZoom, tileSize: source.tileSize })
  if (source.isTileSizeKnown) return assumed
  const middle = assumed.tiles[assumed.tiles.length >> 1]
  if (middle) await source.tiles([middle], request)
  return tileGrid(window, { ...use, mostZoom, tileSize: source.tileSize })
}

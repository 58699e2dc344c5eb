import type { MapWindow } from '@guidebook/roadbook'
import { type TileGrid, tileGrid } from './tile-grid.ts'
import type { TileLayer } from './tile-layer.ts'
import type { TileRequest, TileSource } from './tile-source.ts'

/** How fine the pixels of tiles may get in print (on an inch), and how many are wanted beyond the edges of the map. */
export interface TileUse {
  densest: number
  margin: number
}

export const tileUses = {
  /** Zooms double: between 110 and 220. Finer, and the names that are drawn in tiles for screens could not be read any more. */
  map: { densest: 220, margin: 0 },
  /** Shades are soft. Slopes and what lies between pixels are calculated from their neighbours. */
  relief: { densest: 130, margin: 4 },
} as const satisfies Record<string, TileUse>

/** The tiles beneath a map; null where the provider has nothing. Throws `TilesUnavailableError`. */
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

/** How large its tiles are no provider says: one of them does. */
async function gridFor(window: MapWindow, source: TileSource, use: TileUse, request: TileRequest): Promise<TileGrid> {
  const { mostZoom } = source
  const assumed = tileGrid(window, { ...use, mostZoom, tileSize: source.tileSize })
  if (source.isKnown) return assumed
  const middle = assumed.tiles[assumed.tiles.length >> 1]
  if (middle) await source.tiles([middle], request)
  return tileGrid(window, { ...use, mostZoom, tileSize: source.tileSize })
}

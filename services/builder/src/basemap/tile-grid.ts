import type { MapWindow } from '@guidebook/roadbook'

/** A tile of the Web Mercator pyramid: `x` counts from the antimeridian eastward, `y` from 85.05° N southward. */
export interface TileAddress {
  z: number
  x: number
  y: number
}

/** A tile with the position of its upper left corner in the grid, pixels; may be negative. */
export type PlacedTile = TileAddress & { left: number; top: number }

/** A rectangle in the pixels of the whole earth at a zoom, and the tiles that cover it. */
export interface TileGrid {
  zoom: number
  tileSize: number
  /** Pixels from the upper left corner of the earth; `left` continues beyond the antimeridian. */
  left: number
  top: number
  width: number
  height: number
  /** None beyond 85° of latitude. */
  tiles: PlacedTile[]
}

export interface TileChoice {
  tileSize: number
  /** Most pixels of a tile per inch of print. */
  maxDpi: number
  /** Highest zoom of the provider. */
  maxZoom: number
  /** Additional pixels around the window. */
  margin: number
}

/** Most tiles of one map; a lower zoom is chosen if it needs more. */
export const mostTiles = 64

const pointsPerInch = 72

/** The tiles of a map, at the highest zoom that exceeds neither `maxDpi` nor `mostTiles`. */
export function tileGrid(window: MapWindow, choice: TileChoice): TileGrid {
  const { tileSize, maxDpi, maxZoom, margin } = choice
  const share = (window.right - window.left) / (window.width / pointsPerInch)
  const finest = Math.floor(Math.log2(maxDpi / (tileSize * share)))
  let zoom = Math.min(maxZoom, Math.max(0, finest))
  let grid = gridAt(window, zoom, tileSize, margin)
  while (grid.tiles.length > mostTiles && zoom > 0) grid = gridAt(window, --zoom, tileSize, margin)
  return grid
}

function gridAt(box: MapWindow, zoom: number, tileSize: number, margin: number): TileGrid {
  const around = 2 ** zoom
  const pixels = around * tileSize
  const left = Math.round(box.left * pixels) - margin
  const top = Math.round(box.top * pixels) - margin
  const right = Math.max(left + 1, Math.round(box.right * pixels) + margin)
  const bottom = Math.max(top + 1, Math.round(box.bottom * pixels) + margin)
  const tiles: PlacedTile[] = []
  for (let row = Math.max(0, Math.floor(top / tileSize)); row < Math.min(around, bottom / tileSize); row++) {
    for (let column = Math.floor(left / tileSize); column < right / tileSize; column++) {
      const x = ((column % around) + around) % around
      tiles.push({ z: zoom, x, y: row, left: column * tileSize - left, top: row * tileSize - top })
    }
  }
  return { zoom, tileSize, left, top, width: right - left, height: bottom - top, tiles }
}

/** Equator of the Web Mercator sphere, metres. */
const equator = 2 * Math.PI * 6_378_137

/** Width of a pixel in this row of the grid, metres: the parallel is cos φ = 1 / cosh(ordinate) of the equator. */
export function metresPerPixel(
  { zoom, tileSize, top }: Pick<TileGrid, 'zoom' | 'tileSize' | 'top'>,
  row: number,
): number {
  const pixels = tileSize * 2 ** zoom
  return equator / pixels / Math.cosh(Math.PI * (1 - (2 * (top + row + 0.5)) / pixels))
}

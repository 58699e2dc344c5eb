import type { MapWindow } from '@guidebook/roadbook'

/** A tile of the Web Mercator pyramid: `x` counts from the antimeridian eastward, `y` from 85.05° N southward. */
export interface TileAddress {
  z: number
  x: number
  y: number
}

/** A tile with the place of its upper left corner in the grid, pixels; it may begin outside. */
export type PlacedTile = TileAddress & { left: number; top: number }

/** A rectangle of the pixels that the whole earth has at a zoom, and the tiles that cover it. */
export interface TileGrid {
  zoom: number
  tileSize: number
  /** Pixels; `left` and `top` count from the earth's upper left corner, and `left` goes on beyond it across the antimeridian. */
  left: number
  top: number
  width: number
  height: number
  /** Where the earth has none (beyond 85° of latitude), none. */
  tiles: PlacedTile[]
}

export interface TileChoice {
  tileSize: number
  /** Most pixels of a tile on an inch of print. */
  densest: number
  /** Highest zoom that the provider has. */
  mostZoom: number
  /** Pixels round the window that are wanted as well. */
  margin: number
}

/** More tiles are asked of no provider for one map; the zoom gives way. */
export const mostTiles = 64

const pointsPerInch = 72

/** The tiles for a map: of the highest zoom at which its pixels are not too fine for print, and its tiles not too many. */
export function tileGrid(window: MapWindow, choice: TileChoice): TileGrid {
  const { tileSize, densest, mostZoom, margin } = choice
  const share = (window.right - window.left) / (window.width / pointsPerInch)
  const wanted = Math.floor(Math.log2(densest / (tileSize * share)))
  let zoom = Math.min(mostZoom, Math.max(0, wanted))
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

/** Equator of the sphere that Web Mercator takes the earth for, metres. */
const equator = 2 * Math.PI * 6_378_137

/** Metres on the ground across a pixel in this row of the grid: the parallel there is cos φ = 1 / cosh(its ordinate) of the equator. */
export function metresPerPixel(
  { zoom, tileSize, top }: Pick<TileGrid, 'zoom' | 'tileSize' | 'top'>,
  row: number,
): number {
  const pixels = tileSize * 2 ** zoom
  return equator / pixels / Math.cosh(Math.PI * (1 - (2 * (top + row + 0.5)) / pixels))
}

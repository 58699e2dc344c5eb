import type { MapWindow } from '@guidebook/roadbook'
import type { Elevations } from './contours.ts'

/** Vector tiles for a map's window. */
export interface TilesOfMap {
  window: MapWindow
  tiles: VectorTileData[]
  /** Of the archives that the tiles are from. */
  attribution: string
  /** For contour lines. */
  elevations?: Elevations
}

/** The area of a tile. `column` continues beyond the antimeridian. */
export interface Cell {
  zoom: number
  column: number
  row: number
}

/** A vector tile (Mapbox Vector Tile 2.1, not compressed), and the parts of it to draw. */
export interface VectorTileData extends Cell {
  bytes: Uint8Array
  cells: Cell[]
}

/** How tiles are chosen: printed 130 to 260 points wide, which suits the detail of Protomaps' basemap. */
export const vectorTiles = { tileSize: 256, maxDpi: 140, margin: 0 }

const pointsPerInch = 72

/** The zoom of tiles that suits a map, also if no archive has it. */
export const printedZoom = ({ left, right, width }: MapWindow): number =>
  Math.floor(Math.log2((vectorTiles.maxDpi * width) / pointsPerInch / (vectorTiles.tileSize * (right - left))))

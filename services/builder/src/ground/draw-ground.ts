import type { MapWindow } from '@guidebook/roadbook'
import type { ObjectStore } from '@guidebook/service-kit'
import sharp, { type Sharp } from 'sharp'
import { elevationsOf } from './elevations.ts'
import { hillshade, mapSun, type Raster } from './hillshade.ts'
import { inBands } from './in-bands.ts'
import { resample } from './resample.ts'
import { metresPerPixel, type TileGrid } from './tile-grid.ts'
import { rowsOfTiles, type TileLayer } from './tile-layer.ts'

/** Rises when the same tiles would be drawn otherwise: grounds are kept by it. */
export const groundRecipe = 1

/** What lies beneath a map: a provider's map, the relief, or the one over the other. */
export interface GroundLayers {
  window: MapWindow
  map: TileLayer | null
  relief: TileLayer | null
}

export interface DrawnGround {
  /** JPEG. */
  bytes: Buffer
  width: number
  height: number
}

/** Of a relief alone: shades have no edges that would ask for more. */
const reliefPixelsPerPoint = 150 / 72

/** The picture of just what the map shows. Its memory is bounded by what is printed on one page at 250 dots an inch. */
export async function drawGround({ window, map, relief }: GroundLayers, store: ObjectStore): Promise<DrawnGround> {
  const { width, height } = map?.grid ?? {
    width: Math.round(window.width * reliefPixelsPerPoint),
    height: Math.round(window.height * reliefPixelsPerPoint),
  }
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(window.ground.slice(1), 'hex'))
  if (map) await layMap(pixels, map, window.ground, store)
  if (relief) await layShade(pixels, await shadeOf(window, relief, { width, height }, store))
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 62, mozjpeg: true })
    .toBuffer()
  return { bytes, width, height }
}

/** Lighter and paler than it was drawn: the lines, numbers and names above it are what the map is about. */
const soften = (tile: Sharp): Sharp => tile.modulate({ saturation: 0.6 }).linear(0.55, 112)

async function layMap(pixels: Buffer, layer: TileLayer, ground: string, store: ObjectStore): Promise<void> {
  for await (const rows of rowsOfTiles(layer, store, (tile) => soften(tile.flatten({ background: ground })))) {
    for (const row of rows) row.pixels.copy(pixels, row.at * 3)
  }
}

async function shadeOf(
  window: MapWindow,
  layer: TileLayer,
  { width, height }: { width: number; height: number },
  store: ObjectStore,
): Promise<Raster> {
  const { grid } = layer
  const cellSize = (row: number) => metresPerPixel(grid, row)
  const elevations = await elevationsOf(layer, store)
  const exaggeration = exaggerationAt(cellSize(grid.height / 2))
  const shade = await hillshade({ elevations, cellSize, exaggeration, sun: mapSun })
  return await resample(shade, partOf(window, grid), width, height)
}

/** Slopes that are measured over longer distances are gentler: on a small scale the same mountains would be flat. */
const exaggerationAt = (cellMetres: number): number => Math.min(5, Math.max(1, (cellMetres / 15) ** 0.5))

const partOf = (window: MapWindow, { zoom, tileSize, left, top }: TileGrid) => {
  const pixels = tileSize * 2 ** zoom
  return {
    left: window.left * pixels - left,
    top: window.top * pixels - top,
    width: (window.right - window.left) * pixels,
    height: (window.bottom - window.top) * pixels,
  }
}

/** How dark the deepest shade makes what is beneath it, and how far slopes in the sun go towards white. */
const darkest = 0.5
const lightest = 0.5

async function layShade(pixels: Buffer, { width, height, values }: Raster): Promise<void> {
  await inBands(width, height, (y) => {
    for (let at = y * width; at < (y + 1) * width; at++) {
      const light = values[at] as number
      const tone = light < 1 ? 1 - darkest * (1 - light) : 1
      const white = light > 1 ? Math.min(1, lightest * (light - 1)) : 0
      for (let index = at * 3; index < at * 3 + 3; index++) {
        const value = (pixels[index] as number) * tone
        pixels[index] = Math.min(255, value + (255 - value) * white)
      }
    }
  })
}

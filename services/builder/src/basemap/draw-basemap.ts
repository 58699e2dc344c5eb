import type { MapWindow } from '@guidebook/roadbook'
import type { ObjectStore } from '@guidebook/service-kit'
import { elevationsOf } from './elevations.ts'
import { hillshade, mapSun, type Raster } from './hillshade.ts'
import { forEachRow } from './for-each-row.ts'
import { resample } from './resample.ts'
import { metresPerPixel, type TileGrid } from './tile-grid.ts'
import { rowsOfTiles, type TileLayer, type TileRow } from './tile-layer.ts'
import { writeJpeg } from './write-jpeg.ts'

/** Rises when the same tiles would be drawn otherwise: grounds are kept by it. */
export const basemapRecipe = 1

/** What lies beneath a map: a provider's map, the relief, or the one over the other. */
export interface BasemapLayers {
  window: MapWindow
  map: TileLayer | null
  relief: TileLayer | null
}

export interface DrawnBasemap {
  /** JPEG. */
  bytes: Buffer
  width: number
  height: number
}

/** Some 28 kB for the map of a stage on A4: a book of ten stages with ten photographs stays under 3 MB. On a square point of print. */
const mostBytesPerPoint = 0.17

/** Of a relief alone: shades have no edges that would ask for more. */
const reliefPixelsPerPoint = 120 / 72

/** The picture of just what the map shows. Its memory is bounded by what is printed on one page at 220 dots an inch. */
export async function drawBasemap({ window, map, relief }: BasemapLayers, store: ObjectStore): Promise<DrawnBasemap> {
  const { width, height } = map?.grid ?? {
    width: Math.round(window.width * reliefPixelsPerPoint),
    height: Math.round(window.height * reliefPixelsPerPoint),
  }
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(window.ground.slice(1), 'hex'))
  if (map) await layMap(pixels, map, window.ground, store)
  if (relief) await layShade(pixels, await shadeOf(window, relief, { width, height }, store))
  const bytes = await writeJpeg({ pixels, width, height }, window.width * window.height * mostBytesPerPoint)
  return { bytes, width, height }
}

/**
 * Lighter and paler than it was drawn: the lines, numbers and names above it are what the map is about. Each channel goes this far towards
 * the brightness of its pixel (ITU-R BT.601), and then towards white.
 */
const paler = 0.3
const lighter = 0.35

async function layMap(pixels: Buffer, layer: TileLayer, ground: string, store: ObjectStore): Promise<void> {
  for await (const rows of rowsOfTiles(layer, ground, store)) {
    for (const row of rows) soften(row, pixels)
  }
}

function soften({ pixels: from, at }: TileRow, into: Buffer): void {
  for (let index = 0; index < from.length; index += 3) {
    const [red, green, blue] = [from[index] as number, from[index + 1] as number, from[index + 2] as number]
    const grey = (0.299 * red + 0.587 * green + 0.114 * blue) * paler
    const place = at * 3 + index
    into[place] = (grey + red * (1 - paler)) * (1 - lighter) + 255 * lighter
    into[place + 1] = (grey + green * (1 - paler)) * (1 - lighter) + 255 * lighter
    into[place + 2] = (grey + blue * (1 - paler)) * (1 - lighter) + 255 * lighter
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
const exaggerationAt = (cellMetres: number): number => Math.min(2, Math.max(1, (cellMetres / 30) ** 0.5))

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
const darkest = 0.42
const lightest = 0.5

async function layShade(pixels: Buffer, { width, height, values }: Raster): Promise<void> {
  await forEachRow(width, height, (y) => {
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

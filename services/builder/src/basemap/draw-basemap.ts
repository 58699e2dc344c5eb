import type { MapWindow } from '@guidebook/roadbook'
import type { ObjectStore } from '@guidebook/service-kit'
import { elevationsOf } from './elevations.ts'
import { forEachRow } from './for-each-row.ts'
import { hillshade, mapSun, type Raster } from './hillshade.ts'
import { resample } from './resample.ts'
import { metresPerPixel, type TileGrid } from './tile-grid.ts'
import { rowsOfTiles, type TileLayer, type TileRow } from './tile-layer.ts'
import { writeJpeg } from './write-jpeg.ts'

/** Increment when the same tiles would be drawn differently; part of the ingredients of basemaps. */
export const basemapRecipe = 1

/** The layers of a basemap: a provider's map, the relief, or both. */
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

/** Per square point of print. About 28 kB for a stage map on A4: a book of ten stages with ten photographs stays under 3 MB. */
const mostBytesPerPoint = 0.17

/** For a relief without a map: shades have no sharp edges. */
const reliefPixelsPerPoint = 120 / 72

/** Draws the basemap of exactly the map's area. Memory is bounded by one page at 220 dots per inch. */
export async function drawBasemap({ window, map, relief }: BasemapLayers, store: ObjectStore): Promise<DrawnBasemap> {
  const { width, height } = map?.grid ?? {
    width: Math.round(window.width * reliefPixelsPerPoint),
    height: Math.round(window.height * reliefPixelsPerPoint),
  }
  const pixels = Buffer.alloc(width * height * 3, Buffer.from(window.background.slice(1), 'hex'))
  if (map) await drawMap(pixels, map, window.background, store)
  if (relief) await drawShade(pixels, await shadeOf(window, relief, { width, height }, store))
  const bytes = await writeJpeg({ pixels, width, height }, window.width * window.height * mostBytesPerPoint)
  return { bytes, width, height }
}

/**
 * The map is desaturated and lightened, so that the lines and names above it stand out. Each channel moves this far towards the pixel's luma
 * (ITU-R BT.601), and then towards white.
 */
const desaturation = 0.3
const lightening = 0.35

async function drawMap(pixels: Buffer, layer: TileLayer, background: string, store: ObjectStore): Promise<void> {
  for await (const rows of rowsOfTiles(layer, background, store)) {
    for (const row of rows) soften(row, pixels)
  }
}

function soften({ pixels: from, at }: TileRow, into: Buffer): void {
  for (let index = 0; index < from.length; index += 3) {
    const [red, green, blue] = [from[index] as number, from[index + 1] as number, from[index + 2] as number]
    const grey = (0.299 * red + 0.587 * green + 0.114 * blue) * desaturation
    const place = at * 3 + index
    into[place] = (grey + red * (1 - desaturation)) * (1 - lightening) + 255 * lightening
    into[place + 1] = (grey + green * (1 - desaturation)) * (1 - lightening) + 255 * lightening
    into[place + 2] = (grey + blue * (1 - desaturation)) * (1 - lightening) + 255 * lightening
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

/** Slopes measured over longer distances are gentler, so heights are exaggerated on small scales. */
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

/** How much the deepest shade darkens, and how far the brightest slope moves towards white. */
const darkest = 0.42
const lightest = 0.5

async function drawShade(pixels: Buffer, { width, height, values }: Raster): Promise<void> {
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

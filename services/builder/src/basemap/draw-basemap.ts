import type { MapWindow } from '@guidebook/roadbook'
import type { ObjectStore } from '@guidebook/service-kit'
import sharp, { type CreateRaw, type OutputInfo, type OverlayOptions } from 'sharp'
import type { Elevations } from '../vector/contours.ts'
import { forEachRow } from './for-each-row.ts'
import { hillshade, mapSun, type Raster } from './hillshade.ts'
import { type TileScaling, tilePixels } from './read-tile.ts'
import { metresPerPixel } from './tile-grid.ts'
import { tileName } from './tile-queries.ts'
import type { TileLayer } from './tile-source.ts'

/** Increment when the same tiles would be drawn differently; part of the ingredients of basemaps. */
export const basemapRecipe = 3

/** The layers of a basemap: a provider's map, the relief, or both. */
export interface BasemapLayers {
  window: MapWindow
  map: TileLayer | null
  relief: TileLayer | null
}

/** Per square point of print. About 28 kB for a stage map on A4: a book of ten stages with ten photographs stays under 3 MB. */
const mostBytesPerPoint = 0.17

/** For a relief without a map: shades have no sharp edges. */
const reliefPixelsPerPoint = 120 / 72

/** JPEG qualities. On a lightened map the loss is invisible at the higher one, and hardly visible at the lower one. */
const [highest, lowest] = [50, 22]

/** Draws the basemap of exactly the map's area, as JPEG. Memory is bounded by a few pages at 220 dots per inch. */
export async function drawBasemap({ window, map, relief }: BasemapLayers, store: ObjectStore) {
  const { background } = window
  const { width, height } = map?.grid ?? {
    width: Math.round(window.width * reliefPixelsPerPoint),
    height: Math.round(window.height * reliefPixelsPerPoint),
  }
  const layers: OverlayOptions[] = []
  if (map) layers.push(await softened(map, background, store))
  if (relief) layers.push(await shade(window, relief, { width, height }, store))
  const { data, info } = await sharp({ create: { width, height, channels: 3, background } })
    .composite(layers)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // MozJPEG takes ten times as long and saves a third; a basemap is written once and then reused.
  const write = (quality: number) =>
    sharp(data, { raw: rawOf(info) })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
  const first = await write(highest)
  // An image that is too large is written again, with the quality reduced in proportion.
  const share = (window.width * window.height * mostBytesPerPoint) / first.length
  const bytes = share >= 1 ? first : await write(Math.max(lowest, Math.floor(highest * share)))
  return { bytes, width, height }
}

/** How to read pixels that were written. Not `info` itself: it may call the colours premultiplied, which they are not. */
const rawOf = ({ width, height, channels }: OutputInfo): CreateRaw => ({ width, height, channels })

export type DrawnBasemap = Awaited<ReturnType<typeof drawBasemap>>

/** The pixels of a layer's area, RGBA: transparent where there is no tile. */
async function mosaic({ grid, tiles }: TileLayer, scaling: TileScaling, store: ObjectStore): Promise<Buffer> {
  const { tileSize: size, width, height } = grid
  const pixels = Buffer.alloc(width * height * 4)
  for (const place of grid.tiles) {
    const tile = tiles.get(tileName(place))
    if (!tile) continue
    const own = await tilePixels(tile.bytes ?? (await store.read(tile.key)), size, scaling)
    const [from, to] = [Math.max(0, -place.left), Math.min(size, width - place.left)]
    for (let y = Math.max(0, -place.top); y < Math.min(size, height - place.top); y++) {
      own.copy(pixels, ((place.top + y) * width + place.left + from) * 4, (y * size + from) * 4, (y * size + to) * 4)
    }
  }
  return pixels
}

/**
 * The map is desaturated and lightened, so that the lines and names above it stand out. Each channel moves this far towards the pixel's luma
 * (ITU-R BT.601), and then towards white.
 */
const desaturation = 0.3
const lightening = 0.35
const luma = [0.299, 0.587, 0.114] as const

async function softened(layer: TileLayer, background: string, store: ObjectStore): Promise<OverlayOptions> {
  const { width, height } = layer.grid
  const towardsLuma = (channel: number) =>
    luma.map((share, from) => share * desaturation + (from === channel ? 1 - desaturation : 0))
  const { data, info } = await sharp(await mosaic(layer, { background }, store), {
    raw: { width, height, channels: 4 },
  })
    .recomb([towardsLuma(0), towardsLuma(1), towardsLuma(2)] as never)
    .linear(1 - lightening, 255 * lightening)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: rawOf(info) }
}

/** How much the deepest shade darkens, and how far the brightest slope moves towards white. */
const darkest = 0.42
const lightest = 0.5

/** The colour of 0 m. */
const seaLevel = '#800000'

/** The shade of the map's area, scaled to `size`: transparent black on slopes away from the sun, white on those towards it. */
async function shade(
  window: MapWindow,
  layer: TileLayer,
  size: { width: number; height: number },
  store: ObjectStore,
): Promise<OverlayOptions> {
  const { width, height, zoom, tileSize, left, top } = layer.grid
  const elevations = await elevationsOf(layer, store)
  const cellSize = (row: number) => metresPerPixel(layer.grid, row)
  const exaggeration = exaggerationAt(cellSize(height / 2))
  const light = await hillshade({ elevations, cellSize, exaggeration, sun: mapSun })
  const shades = Buffer.alloc(width * height * 2)
  await forEachRow(width, height, (y) => {
    for (let index = y * width; index < (y + 1) * width; index++) {
      const value = light.values[index] as number
      shades[2 * index] = value < 1 ? 0 : 255
      shades[2 * index + 1] = 255 * (value < 1 ? darkest * (1 - value) : Math.min(1, lightest * (value - 1)))
    }
  })
  // The part of the grid that the window shows, after scaling.
  const earth = tileSize * 2 ** zoom
  const scale = size.width / ((window.right - window.left) * earth)
  const at = {
    left: Math.round((window.left * earth - left) * scale),
    top: Math.round((window.top * earth - top) * scale),
  }
  const { data, info } = await sharp(shades, { raw: { width, height, channels: 2 } })
    .resize({
      // At least to the end of the window: position and size are rounded separately.
      width: Math.max(at.left + size.width, Math.round(width * scale)),
      height: Math.max(at.top + size.height, Math.round(height * scale)),
      fit: 'fill',
      kernel: 'cubic',
    })
    .extract({ ...at, ...size })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: rawOf(info) }
}

/** The elevations of a relief in a map's window, for contour lines. */
export async function elevationsIn(window: MapWindow, layer: TileLayer, store: ObjectStore): Promise<Elevations> {
  const { zoom, tileSize, left, top } = layer.grid
  const earth = tileSize * 2 ** zoom
  const pixel = window.width / ((window.right - window.left) * earth)
  const raster = await elevationsOf(layer, store)
  return { ...raster, pixel, left: (left - window.left * earth) * pixel, top: (top - window.top * earth) * pixel }
}

/** Terrarium: red · 256 + green + blue / 256 - 32768, metres. NaN where there is no tile. */
async function elevationsOf(layer: TileLayer, store: ObjectStore): Promise<Raster> {
  const { width, height } = layer.grid
  // The bytes of a height cannot be interpolated one by one.
  const pixels = await mosaic(layer, { background: seaLevel, kernel: 'nearest' }, store)
  const values = new Float32Array(width * height)
  await forEachRow(width, height, (y) => {
    for (let index = y * width; index < (y + 1) * width; index++) {
      const at = index * 4
      const [red, green, blue] = [pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number]
      values[index] = pixels[at + 3] === 0 ? Number.NaN : red * 256 + green + blue / 256 - 32_768
    }
  })
  return { width, height, values }
}

/** Slopes measured over longer distances are gentler, so heights are exaggerated on small scales. */
const exaggerationAt = (cellMetres: number): number => Math.min(2, Math.max(1, (cellMetres / 30) ** 0.5))

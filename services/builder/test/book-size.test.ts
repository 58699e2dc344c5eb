import { createHash } from 'node:crypto'
import { type Basemap, loadFonts, type MapWindow, mapWindows, renderPdf } from '@guidebook/roadbook'
import { packTrack } from '@guidebook/route-geometry'
import { encodeTile } from '@guidebook/world-map'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { TileArchive } from '../src/basemap/archive.ts'
import { type DrawnBasemap, drawBasemap } from '../src/basemap/draw-basemap.ts'
import { type TileAddress, tileGrid } from '../src/basemap/tile-grid.ts'
import { tileName } from '../src/basemap/tile-queries.ts'
import { type TileLayer, tileUses } from '../src/basemap/tile-source.ts'
import { vectorTilesOf } from '../src/basemap/vector-tiles.ts'
import type { DraftStage } from '../src/book/draft.ts'
import { roadbookDocument } from '../src/book/roadbook-document.ts'
import { warmUpDraft, warmUpFrame } from '../src/book/warm-up-book.ts'
import { resizeImage } from '../src/image/resize-image.ts'
import { drawTiles } from '../src/vector/draw-tiles.ts'
import { mapTile, reliefTile } from './basemap/landscape.ts'
import { line } from './fixtures.ts'

/** Width and height of the part that is repeated in a photograph, pixels. */
const part = 1_000

/** Noise with grains of this many pixels and this standard deviation; always the same. */
const grain = (pixels: number, sigma: number) => {
  const size = part / pixels
  const even = createHash('shake256', { outputLength: size * size * 3 })
    .update(`${pixels}`)
    .digest()
  // The standard deviation of evenly distributed bytes is 74.
  const contrast = sigma / 74
  return sharp(even, { raw: { width: size, height: size, channels: 3 } })
    .linear(contrast, 128 * (1 - contrast))
    .resize({ width: part, height: part, fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** An image of a camera's size, with detail at every scale like a photograph of woods and rocks, and sensor noise. */
const photograph = async () => {
  const layers = await Promise.all([grain(500, 60), grain(100, 40), grain(20, 25), grain(4, 15), grain(1, 8)])
  const [coarsest, ...finer] = layers
  const square = await sharp(coarsest)
    .composite(finer.map((input) => ({ input, blend: 'soft-light' as const })))
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(square)
    .extend({ right: 3 * part, bottom: 2 * part, extendWith: 'repeat' })
    .jpeg({ quality: 92 })
    .toBuffer()
}

const paragraph =
  '<p>From the station the way leads through the old town to the river, crosses it on a wooden bridge and climbs in wide bends through beeches and firs to the alp, where there is milk and cheese in summer.</p>'

const names = Array.from({ length: 10 }, (_, index) => `photograph-${index}`)

/** Ten stages with seven places each, on thirty pages, with ten photographs of a camera. */
async function longBook() {
  const source = await photograph()
  expect(source.length).toBeGreaterThan(2_000_000)
  const { bytes, width, height } = await resizeImage(source, 'print')
  const [template] = warmUpDraft.stages as [DraftStage]
  const stages = names.map((image, index): DraftStage => {
    const route = {
      ...template.routes[0],
      html: paragraph.repeat(12),
      image,
      track: packTrack([line(46 + index / 10, 10, 1_500)]),
    }
    const pois = Array.from({ length: 7 }, () => ({ ...template.pois[0], html: paragraph }))
    return {
      ...template,
      number: index + 1,
      routes: [route],
      pois,
      texts: [{ ...template.texts[0], html: paragraph.repeat(9) }],
    } as DraftStage
  })
  const images = Object.fromEntries(names.map((name) => [name, { name: `${name}.jpg`, width, height }]))
  // Make the bytes unique, since equal images are embedded once. A decoder ignores bytes after the end of a JPEG.
  const prints = Object.fromEntries(names.map((name) => [name, Buffer.concat([bytes, Buffer.from(name)])]))
  const book = roadbookDocument({ ...warmUpDraft, stages }, { ...warmUpFrame, test: false }, images, prints)
  return { book, photographBytes: 10 * bytes.length }
}

const fonts = loadFonts()
const made = longBook()

test('a book of thirty pages with ten photographs of a camera and a map on tiles and relief for each is smaller than 3 MB', {
  timeout: 120_000,
}, async () => {
  const { book, photographBytes } = await made
  const basemaps = await basemapsOf(mapWindows(book))
  const least = photographBytes + basemaps.reduce((sum, basemap) => sum + (basemap.bytes?.length ?? 0), 0)
  const { pdf, pages, warnings } = renderPdf({ ...book, basemaps }, fonts)
  expect(warnings).toEqual([])
  expect(pages).toBeGreaterThanOrEqual(30)
  expect(basemaps).toHaveLength(12)
  expect(pdf.length).toBeGreaterThan(least)
  expect(pdf.length).toBeLessThan(3_000_000)
})

test('the same book with maps of a region full of roads, paths and woods is smaller than 6 MB', {
  timeout: 120_000,
}, async () => {
  const { book, photographBytes } = await made
  const vectors = await Promise.all(
    mapWindows(book).map(async (window) => {
      const tiles = await vectorTilesOf(window, [fullRegion], AbortSignal.timeout(60_000))
      return drawTiles(tiles, { lang: 'en', canPrint: () => true })
    }),
  )
  const points = vectors.map(({ shapes }) => shapes.flatMap(({ parts }) => parts).flat().length / 2)
  // About as many as a map may have.
  expect(Math.min(...points)).toBeGreaterThan(10_000)
  const { pdf, warnings } = renderPdf({ ...book, vectors }, fonts)
  expect(warnings).toEqual([])
  expect(pdf.length).toBeGreaterThan(photographBytes)
  expect(pdf.length).toBeLessThan(6_000_000)
})

/** A line that wanders about in a tile; always the same. */
function wandering(seed: number, points: number): number[] {
  let [x, y] = [(seed * 1_327) % 4096, (seed * 2_903) % 4096]
  return Array.from({ length: points }, (_, at) => {
    x += 50 * Math.cos(seed) + 40 * Math.sin(seed * 7 + at * 2.3)
    y += 50 * Math.sin(seed) + 40 * Math.cos(seed * 5 + at * 1.7)
    return [Math.round(x), Math.round(y)]
  }).flat()
}

/** Each tile has the same 2,400 roads and paths and 200 woods, more than those of a city. */
const kindsOfRoads = ['minor_road', 'path', 'medium_road', 'major_road']
const fullTile = encodeTile({
  roads: Array.from({ length: 2_400 }, (_, at) => ({
    type: 'line' as const,
    parts: [wandering(at, 24)],
    properties: { kind: kindsOfRoads[at % 4] as string },
  })),
  landuse: Array.from({ length: 200 }, (_, at) => ({
    type: 'polygon' as const,
    parts: [wandering(at, 12)],
    properties: { kind: 'wood' },
  })),
})
const fullRegion: TileArchive = {
  header: async () => ({ maxZoom: 14, minZoom: 0, minLon: -180, maxLon: 180, minLat: -85, maxLat: 85 }) as never,
  attribution: async () => 'Made up',
  tile: async () => fullTile,
  close: async () => undefined,
}

/** A basemap with contour lines and shades for each map. All but the overview share one image with unique bytes. */
async function basemapsOf(windows: readonly MapWindow[]): Promise<Basemap[]> {
  const drawn = new Map<string, DrawnBasemap>()
  const basemaps: Basemap[] = []
  for (const window of windows) {
    const kind = window.map === 'overview' ? 'overview' : 'stage'
    const basemap = drawn.get(kind) ?? (await madeUpBasemap(window))
    drawn.set(kind, basemap)
    const name = `basemap-${window.map}`
    const bytes = Buffer.concat([basemap.bytes, Buffer.from(name)])
    basemaps.push({ ...basemap, map: window.map, name, bytes, attribution: 'Made up' })
  }
  return basemaps
}

async function madeUpBasemap(window: MapWindow): Promise<DrawnBasemap> {
  const tiles = new Map<string, Buffer>()
  const layer = async (
    use: { maxDpi: number; margin: number },
    make: (tile: TileAddress) => Promise<Buffer>,
  ): Promise<TileLayer> => {
    const grid = tileGrid(window, { ...use, tileSize: 256, mostZoom: 17 })
    const stored = grid.tiles.map(async (tile) => {
      const key = `${make.name}/${tileName(tile)}`
      tiles.set(key, await make(tile))
      return [tileName(tile), { key, pixels: 256 }] as const
    })
    return { grid, tiles: new Map(await Promise.all(stored)) }
  }
  const layers = {
    map: await layer(tileUses.map, (tile) => mapTile(tile)),
    relief: await layer(tileUses.relief, reliefTile),
  }
  return await drawBasemap({ window, ...layers }, { read: async (key: string) => tiles.get(key) } as never)
}

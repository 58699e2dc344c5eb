import { createHash } from 'node:crypto'
import { type Basemap, loadFonts, type MapWindow, mapWindows, possibleSheets, renderPdf } from '@guidebook/roadbook'
import { packTrack } from '@guidebook/route-geometry'
import { encodeTile } from '@guidebook/world-map'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { TileArchive } from '../src/basemap/archive.ts'
import { chooseSheetStages } from '../src/basemap/choose-sheet-stages.ts'
import { type DrawnBasemap, drawBasemap, elevationsIn } from '../src/basemap/draw-basemap.ts'
import { isSheet } from '../src/basemap/prepare-basemaps.ts'
import { readingTimeOf } from '../src/basemap/reading-time.ts'
import { type TileAddress, tileGrid } from '../src/basemap/tile-grid.ts'
import { tileName } from '../src/basemap/tile-queries.ts'
import { type TileLayer, tileUses } from '../src/basemap/tile-source.ts'
import { vectorTilesOf } from '../src/basemap/vector-tiles.ts'
import type { DraftStage } from '../src/book/draft.ts'
import { roadbookDocument } from '../src/book/roadbook-document.ts'
import { warmUpDraft, warmUpFrame } from '../src/book/warm-up-book.ts'
import { resizeImage } from '../src/image/resize-image.ts'
import { collectWarnings } from '../src/outcome/warnings.ts'
import type { Elevations } from '../src/vector/contours.ts'
import { drawMaps } from '../src/vector/draw-maps.ts'
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

test('the same book with sheets of a region full of roads, paths and woods, with relief and contour lines, is smaller than 6 MB', {
  timeout: 120_000,
}, async () => {
  const { book, photographBytes } = await made
  const collected = collectWarnings()
  const { signal } = new AbortController()
  const sheetStages = await chooseSheetStages(
    possibleSheets(book),
    { vectors: { archives: [fullRegion], embedded: fullRegion }, readingTime: readingTimeOf(60_000), log: {} as never },
    { warnings: collected, signal },
  )
  expect([sheetStages.length, collected.list()]).toEqual([10, []])
  const withSheets = { ...book, sheetStages }
  const windows = mapWindows(withSheets)
  expect(windows.filter(isSheet).length).toBeGreaterThanOrEqual(20)
  const reliefs = await reliefsOf(windows)
  const tiles = await Promise.all(
    windows.map(async (window, index) => {
      // Contour lines take long to draw, so only one stage has them: the limit of points is for the whole book.
      const { elevations } = String(window.map).startsWith('0') ? (reliefs[index] ?? {}) : {}
      return { ...(await vectorTilesOf(window, [fullRegion], signal)), ...(elevations && { elevations }) }
    }),
  )
  const vectors = drawMaps(tiles, { lang: 'en', canPrint: () => true })
  const points = vectors.map(({ shapes }) => shapes.flatMap(({ parts }) => parts).flat().length / 2)
  // About as many as the maps of a book may have.
  expect(points.reduce((sum, one) => sum + one)).toBeGreaterThan(200_000)
  const basemaps = reliefs.map(({ basemap }) => basemap)
  const { pdf, warnings } = renderPdf({ ...withSheets, vectors, basemaps }, fonts)
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

/** Each tile has the same 450 roads and paths and 50 woods: with more, fewer stages have sheets. */
const kindsOfRoads = ['minor_road', 'path', 'medium_road', 'major_road']
const fullTile = encodeTile({
  roads: Array.from({ length: 450 }, (_, at) => ({
    type: 'line' as const,
    parts: [wandering(at, 24)],
    properties: { kind: kindsOfRoads[at % 4] as string },
  })),
  landuse: Array.from({ length: 50 }, (_, at) => ({
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

const reliefTiles = new Map<string, Promise<Buffer>>()

function cachedReliefTile(tile: TileAddress): Promise<Buffer> {
  const cached = reliefTiles.get(tileName(tile)) ?? reliefTile(tile)
  reliefTiles.set(tileName(tile), cached)
  return cached
}

type Made = DrawnBasemap & { elevations: Elevations }

/** A basemap with contour lines and shades for each map. All but the overview share one image with unique bytes. */
async function basemapsOf(windows: readonly MapWindow[]): Promise<Basemap[]> {
  const kindOf = ({ map }: MapWindow) => (map === 'overview' ? 'overview' : 'stage')
  return (await madeOnce(windows, kindOf, { hasMap: true })).map(({ basemap }) => basemap)
}

/** The shades for each map, and its elevations. Maps of a size share them, with unique bytes. */
const reliefsOf = (windows: readonly MapWindow[]) =>
  madeOnce(windows, ({ width, height }) => `${width} x ${height}`, { hasMap: false })

async function madeOnce(
  windows: readonly MapWindow[],
  kindOf: (window: MapWindow) => string,
  layers: { hasMap: boolean },
): Promise<{ basemap: Basemap; elevations: Elevations }[]> {
  const drawn = new Map<string, Made>()
  const made: { basemap: Basemap; elevations: Elevations }[] = []
  for (const window of windows) {
    const { elevations, ...image } = drawn.get(kindOf(window)) ?? (await madeUpBasemap(window, layers))
    drawn.set(kindOf(window), { elevations, ...image })
    const name = `basemap-${window.map}`
    const bytes = Buffer.concat([image.bytes, Buffer.from(name)])
    made.push({ basemap: { ...image, map: window.map, name, bytes, attribution: 'Made up' }, elevations })
  }
  return made
}

async function madeUpBasemap(window: MapWindow, { hasMap }: { hasMap: boolean }): Promise<Made> {
  const tiles = new Map<string, Buffer>()
  const layer = async (
    use: { maxDpi: number; margin: number },
    make: (tile: TileAddress) => Promise<Buffer>,
  ): Promise<TileLayer> => {
    const grid = tileGrid(window, { ...use, tileSize: 256, maxZoom: 17 })
    const stored = grid.tiles.map(async (tile) => {
      const key = `${make.name}/${tileName(tile)}`
      tiles.set(key, await make(tile))
      return [tileName(tile), { key, pixels: 256 }] as const
    })
    return { grid, tiles: new Map(await Promise.all(stored)) }
  }
  const store = { read: async (key: string) => tiles.get(key) } as never
  const relief = await layer(tileUses.relief, cachedReliefTile)
  const map = hasMap ? await layer(tileUses.map, (tile) => mapTile(tile)) : null
  const image = await drawBasemap({ window, map, relief }, store)
  return { ...image, elevations: await elevationsIn(window, relief, store) }
}

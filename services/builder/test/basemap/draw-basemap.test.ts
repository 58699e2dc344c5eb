import type { MapWindow } from '@guidebook/roadbook'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type BasemapLayers, drawBasemap } from '../../src/basemap/draw-basemap.ts'
import { hillshade, mapSun } from '../../src/basemap/hillshade.ts'
import { type PlacedTile, tileGrid } from '../../src/basemap/tile-grid.ts'
import { tileName } from '../../src/basemap/tile-queries.ts'
import type { TileLayer } from '../../src/basemap/tile-source.ts'
import { reliefTile } from './landscape.ts'

const share = 0.001
const window: MapWindow = {
  map: 0,
  left: 0.53,
  right: 0.53 + share,
  top: 0.36,
  bottom: 0.36 + (share * 200) / 300,
  width: 300,
  height: 200,
  background: '#f4f2ec',
}

const objects = new Map<string, Buffer>()
const store = { read: async (key: string) => objects.get(key) } as never

/** A layer of generated tiles; null: the provider has no tile there. */
async function layerOf(
  kind: string,
  margin: number,
  make: (tile: PlacedTile) => Promise<Buffer> | null,
  { of = window, maxZoom = 17 } = {},
) {
  const grid = tileGrid(of, { tileSize: 256, maxDpi: 130, maxZoom, margin })
  const tiles = new Map()
  for (const tile of grid.tiles) {
    const bytes = await make(tile)
    if (bytes) objects.set(`${kind}/${tileName(tile)}`, bytes)
    tiles.set(tileName(tile), bytes && { key: `${kind}/${tileName(tile)}`, pixels: 256 })
  }
  return { grid, tiles } satisfies TileLayer
}

const filled = (background: string) =>
  sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer()

/** The drawn basemap; `at` returns the pixel at fractions of width and height. */
async function drawn(layers: Partial<BasemapLayers>) {
  const { bytes, width, height } = await drawBasemap({ window, map: null, relief: null, ...layers }, store)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3])
  const at = (x: number, y: number) => {
    const index = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
    return [...data.subarray(index, index + 3)]
  }
  return { at, width, height }
}

/** Equal within the error of JPEG in a plain area. */
const near = (color: number[], expected: number[]) =>
  expect(Math.max(...color.map((value, index) => Math.abs(value - (expected[index] ?? 0)))), `${color}`).toBeLessThan(5)

test('tiles are drawn at their geographic positions, desaturated and lightened', async () => {
  const middle = { x: window.left + share / 2, y: (window.top + window.bottom) / 2 }
  const map = await layerOf('map', 0, ({ z, x, y }) => {
    const around = 2 ** z
    const [east, south] = [(x + 0.5) / around > middle.x, (y + 0.5) / around > middle.y]
    return filled(east ? (south ? '#ff0000' : '#0000ff') : south ? '#00ff00' : '#000000')
  })
  const { at, width, height } = await drawn({ map })
  expect(width / height).toBeCloseTo(1.5, 1)
  near(at(0.05, 0.05), [89, 89, 89])
  near(at(0.95, 0.05), [95, 95, 211])
  near(at(0.05, 0.95), [118, 235, 118])
  near(at(0.95, 0.95), [221, 104, 104])
})

test('an area without a tile keeps the plain background', async () => {
  const map = await layerOf('gaps', 0, ({ x }) => (x % 2 === 0 ? null : filled('#404040')))
  const { at } = await drawn({ map })
  const { tiles, width } = map.grid
  for (const { x, left } of tiles) {
    const middle = (Math.max(0, left) + Math.min(width, left + 256)) / 2 / width
    near(at(middle, 0.5), x % 2 === 0 ? [244, 242, 236] : [131, 131, 131])
  }
})

test('a slope is shaded all over the map, on the plain background and over tiles', async () => {
  const plane = (x: number, y: number) => 6e6 * (0.5315 - x) + 3e6 * (0.3615 - y)
  const relief = await layerOf('plane', 4, (tile) => reliefTile(tile, 256, plane))
  const { zoom, height } = relief.grid
  const cell =
    ((40_075_017 / (256 * 2 ** zoom)) * 1) / Math.cosh(Math.PI * (1 - 2 * ((window.top + window.bottom) / 2)))
  const perPixel = 1 / (256 * 2 ** zoom)
  const values = Float32Array.from({ length: 9 }, (_, i) =>
    plane(0.53 + (i % 3) * perPixel, 0.36 + Math.floor(i / 3) * perPixel),
  )
  const exaggeration = Math.min(2, Math.max(1, (cell / 30) ** 0.5))
  const shade = await hillshade({
    elevations: { width: 3, height: 3, values },
    cellSize: () => cell,
    exaggeration,
    sun: mapSun,
  })
  const light = shade.values[4] as number
  expect(light).toBeLessThan(0.95)
  expect(height).toBeGreaterThan(100)
  const tone = 1 - 0.42 * (1 - light)
  const alone = await drawn({ relief })
  for (const [x, y] of [
    [0.02, 0.02],
    [0.5, 0.5],
    [0.98, 0.97],
  ] as const) {
    near(alone.at(x, y), [244 * tone, 242 * tone, 236 * tone])
  }
  const both = await drawn({ relief, map: await layerOf('grey', 0, () => filled('#808080')) })
  const grey = 128 * 0.65 + 255 * 0.35
  near(both.at(0.5, 0.5), [grey * tone, grey * tone, grey * tone])
})

test('heights of smaller tiles are not mixed byte by byte', async () => {
  const relief = await layerOf('small', 4, (tile) =>
    reliefTile(tile, 128, (x, y) => 6e6 * (0.5315 - x) + 3e6 * (0.3615 - y)),
  )
  const { at } = await drawn({ relief })
  // Every 256 m, the first byte changes.
  for (let x = 0.02; x < 0.98; x += 0.01) near(at(x, 0.5), at(0.5, 0.5))
})

test('shades are at their geographic positions', async () => {
  const middle = { x: window.left + share / 2, y: (window.top + window.bottom) / 2 }
  // Falls towards the east and the south in the north-western quarter; level elsewhere.
  const corner = (x: number, y: number) => 2e7 * Math.max(0, Math.min(middle.x - x, middle.y - y))
  const relief = await layerOf('corner', 4, (tile) => reliefTile(tile, 256, corner), { maxZoom: 10 })
  const { at } = await drawn({ relief })
  for (const [x, y] of [
    [0.485, 0.25],
    [0.25, 0.48],
    [0.01, 0.02],
  ] as const) {
    expect(Math.max(...at(x, y))).toBeLessThan(160)
  }
  for (const [x, y] of [
    [0.515, 0.25],
    [0.25, 0.52],
    [0.98, 0.97],
  ] as const) {
    near(at(x, y), [244, 242, 236])
  }
})

test('a relief with much smaller pixels than the map covers all of it', async () => {
  // Its margin is less than a pixel of the map.
  const small = { left: 0.58384, top: 0.36031, width: 150, height: 100 }
  const of = { ...window, ...small, right: small.left + 0.0000151, bottom: small.top + (0.0000151 * 100) / 150 }
  const relief = await layerOf('fine', 4, (tile) => reliefTile(tile, 256, (x) => 2e7 * (0.5843 - x)), {
    of,
    maxZoom: 15,
  })
  const map = await layerOf('coarse', 0, () => filled('#808080'), { of, maxZoom: 12 })
  expect(relief.grid.zoom - map.grid.zoom).toBe(3)
  const { at } = await drawn({ window: of, map, relief })
  expect(Math.max(...at(0.5, 0.5))).toBeLessThan(160)
  near(at(0.99, 0.99), at(0.5, 0.5))
})

test('level land and unknown heights are not shaded', async () => {
  const relief = await layerOf('sea', 4, ({ x }) =>
    x % 2 === 0 ? null : reliefTile({ z: 0, x: 0, y: 0 }, 256, () => 12),
  )
  const { at } = await drawn({ relief })
  for (const x of [0.1, 0.3, 0.5, 0.7, 0.9]) near(at(x, 0.4), [244, 242, 236])
})

test('tiles of different sizes are combined', async () => {
  const map = await layerOf('mixed', 0, ({ x, y }) =>
    sharp({
      create: { width: (x + y) % 2 ? 512 : 256, height: (x + y) % 2 ? 512 : 256, channels: 3, background: '#408040' },
    })
      .png()
      .toBuffer(),
  )
  const { at } = await drawn({ map })
  for (const x of [0.1, 0.4, 0.6, 0.9]) near(at(x, 0.5), at(0.5, 0.1))
})

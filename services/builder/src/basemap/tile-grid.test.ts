import type { MapWindow } from '@guidebook/roadbook'
import { expect, test } from 'vitest'
import { metresPerPixel, mostTiles, tileGrid } from './tile-grid.ts'

/** A window centred on a position of the Mercator square, whose width is a share of the square. */
const windowAt = (x: number, y: number, share: number, width = 493, height = 330): MapWindow => {
  const [across, down] = [share / 2, (share * height) / width / 2]
  const edges = { left: x - across, right: x + across, top: y - down, bottom: y + down }
  return { map: 0, ...edges, width, height, background: '#ffffff' }
}
const use = { tileSize: 256, maxDpi: 250, maxZoom: 17, margin: 0 }
const printed = (window: MapWindow, width: number): number => (width / window.width) * 72

test('a map has tiles of the highest zoom within the print resolution', () => {
  for (const share of [0.3, 0.01, 0.000_9, 0.000_2]) {
    const window = windowAt(0.53, 0.36, share)
    const grid = tileGrid(window, use)
    expect(printed(window, grid.width)).toBeLessThanOrEqual(251)
    expect(printed(window, 2 * grid.width)).toBeGreaterThan(249)
  }
})

test('tiles of twice the size are taken one zoom lower, and cover the same area', () => {
  const window = windowAt(0.53, 0.36, 0.001)
  const [small, large] = [tileGrid(window, use), tileGrid(window, { ...use, tileSize: 512 })]
  expect(large.zoom).toBe(small.zoom - 1)
  expect([large.left, large.top, large.width, large.height]).toEqual([small.left, small.top, small.width, small.height])
  expect(large.tiles.length).toBeLessThan(small.tiles.length)
})

test('tiles of the provider’s highest zoom are enlarged if a higher one would be needed', () => {
  const window = windowAt(0.53, 0.36, 0.000_01)
  const { zoom, width } = tileGrid(window, { ...use, maxZoom: 12 })
  expect(zoom).toBe(12)
  expect(printed(window, width)).toBeLessThan(2)
})

test('a map has at most the allowed number of tiles', () => {
  const long = windowAt(0.53, 0.36, 0.002, 493, 2_000)
  const grid = tileGrid(long, use)
  expect(grid.tiles.length).toBeLessThanOrEqual(mostTiles)
  expect(printed(long, grid.width)).toBeLessThan(125)
})

test('the tiles cover the window without a gap', () => {
  const { width, height, tiles, tileSize } = tileGrid(windowAt(0.53, 0.36, 0.001), use)
  const covered = new Uint8Array(width * height)
  for (const { left, top } of tiles) {
    for (let y = Math.max(0, top); y < Math.min(height, top + tileSize); y++) {
      covered.fill(1, y * width + Math.max(0, left), y * width + Math.min(width, left + tileSize))
    }
  }
  expect(covered.includes(0)).toBe(false)
})

test('across the antimeridian the tiles continue at the other end of the row', () => {
  for (const x of [0.999_99, -0.000_01]) {
    const { tiles, zoom } = tileGrid(windowAt(x, 0.55, 0.001), use)
    const columns = [...new Set(tiles.map((tile) => tile.x))]
    const last = 2 ** zoom - 1
    expect(columns).toEqual(expect.arrayContaining([last, 0]))
    expect(columns[columns.indexOf(last) + 1]).toBe(0)
  }
})

test('near the poles there are tiles only inside the tile pyramid', () => {
  const { tiles, top } = tileGrid(windowAt(0.3, 0.001, 0.01), use)
  expect(top).toBeLessThan(0)
  expect(tiles.length).toBeGreaterThan(0)
  expect(Math.min(...tiles.map(({ y }) => y))).toBe(0)
  expect(tileGrid(windowAt(0.3, -0.2, 0.01), use).tiles).toEqual([])
})

test('a map of more than the whole earth has few tiles', () => {
  const { tiles, zoom } = tileGrid(windowAt(0.5, 0.5, 1.6), use)
  expect(tiles.length).toBeLessThanOrEqual(mostTiles)
  expect(tiles.every(({ x, y }) => x >= 0 && y >= 0 && x < 2 ** zoom && y < 2 ** zoom)).toBe(true)
})

test('the width of a pixel follows from its parallel', () => {
  const rows = 256 * 2 ** 10
  const row = (lat: number) => ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * rows
  for (const lat of [0, 46.4, -60, 80]) {
    const metres = metresPerPixel({ zoom: 10, tileSize: 256, top: 0 }, row(lat) - 0.5)
    expect(metres).toBeCloseTo((40_075_016.686 / rows) * Math.cos((lat * Math.PI) / 180), 6)
  }
})

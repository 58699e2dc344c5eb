import { FetchError } from '@guidebook/service-kit/outbound'
import { beforeAll, expect, test } from 'vitest'
import { terrainSource } from '../../src/basemap/terrain-source.ts'
import { tileGrid } from '../../src/basemap/tile-grid.ts'
import { tileName } from '../../src/basemap/tile-queries.ts'
import { tileSource, tileUses } from '../../src/basemap/tile-source.ts'
import { reliefTile } from './landscape.ts'
import { windowAt } from './made-up-archive.ts'

const { signal } = new AbortController()
const maxZoom = 12
/** Meets several tiles of both sizes. */
const window = windowAt(11, 1100.9, 725.9)
const gridOf = (tileSize: number) => tileGrid(window, { ...tileUses.relief, maxZoom, tileSize })
const tileOf = (size: number) => reliefTile({ z: 0, x: 0, y: 0 }, size, () => 12)

const build = {
  account: 'a',
  basemaps: {},
  drawingSlots: { run: (_: string, work: () => Promise<unknown>) => work() },
  store: { putByContent: async () => ({ key: 'tile' }) },
  signal,
} as never

let small: Buffer
let large: Buffer
beforeAll(async () => {
  small = await tileOf(256)
  large = await tileOf(512)
})

test('the first tile that exists in an archive has the size of all', async () => {
  const [first, ...others] = gridOf(512).tiles.map(tileName)
  expect(others.length).toBeGreaterThan(0)
  const archive = {
    header: async () => ({ maxZoom }) as never,
    attribution: async () => '',
    tile: async (zoom: number, column: number, row: number) =>
      tileName({ z: zoom, x: column, y: row }) === first ? null : small,
    close: async () => undefined,
  }
  const layer = await terrainSource(archive, '').forBook(build)(window)
  expect(layer?.grid).toEqual(gridOf(256))
})

test('the tiles of a server have the size of the first one, also if there is none in the middle of the map', async () => {
  const asked: string[] = []
  const fetcher = {
    async fetch(url: string) {
      if (asked.push(url) === 1) throw new FetchError('The answer was 404.', { status: 404 })
      return large
    },
  }
  const queries = { find: async () => new Map(), save: async () => undefined }
  const provider = { template: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '', maxZoom }
  const source = tileSource(provider, 'relief', { fetcher, queries } as never)
  const layer = await source.forBook(build, signal)(window)
  expect(layer?.grid).toEqual(gridOf(512))
})

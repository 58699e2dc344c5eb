import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { featureFilter, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { TileType } from 'pmtiles'
import { describe, expect, test } from 'vitest'
import { tileArchive } from '../../src/basemap/archive.ts'
import { collectWarnings } from '../../src/outcome/warnings.ts'
import { mapLayers } from '../../src/trip-map/map-layers.ts'
import { prepareTripMap } from '../../src/trip-map/prepare-trip-map.ts'
import { tilesOfTrip } from '../../src/trip-map/tiles-of-trip.ts'
import { tripMapFile } from '../../src/trip-map/trip-map-file.ts'
import { shapeKindOf } from '../../src/vector/kinds.ts'
import { anArchive, area, point, windowAt } from './made-up-archive.ts'

const { signal } = new AbortController()
const content = { water: [area({ kind: 'lake' })], places: [point({ kind: 'locality', name: 'Lucerne' })] }

/** The tile at each zoom that has the given one of zoom 13 in it. */
const above = (column: number, row: number, from: number) =>
  Array.from(
    { length: 14 - from },
    (_, at) => [from + at, column >> (13 - from - at), row >> (13 - from - at), content] as const,
  )

describe('the tiles of a trip', () => {
  test('are those around its maps, at each zoom, except what an archive above covers', async () => {
    const detailed = tileArchive({ path: await anArchive(above(4400, 2900, 9)) }, TileType.Mvt, null)
    const coarse = tileArchive({ path: await anArchive(above(4400, 2900, 0).slice(0, 11)) }, TileType.Mvt, null)
    const window = windowAt(13, 4400.1, 2900.1)
    const first = await tilesOfTrip([window], detailed, { minZoom: 0, signal })
    expect([first.minZoom, first.maxZoom]).toEqual([0, 13])
    expect([...first.tiles.keys()]).toEqual(above(4400, 2900, 9).map(([z, x, y]) => `${z}/${x}/${y}`))
    // The maps show more than the one tile of zoom 13: the other archive fills the gap, enlarged from its last zoom.
    const second = await tilesOfTrip([window], coarse, { minZoom: 0, above: [first], signal })
    expect(second.maxZoom).toBe(10)
    expect([...second.tiles.keys()]).toEqual(
      above(4400, 2900, 0)
        .slice(0, 11)
        .map(([z, x, y]) => `${z}/${x}/${y}`),
    )
    await Promise.all([detailed.close(), coarse.close()])
  })

  test('of an archive are left out where one above has all that the maps show', async () => {
    const everywhere = (maxZoom: number) => ({
      header: async () => ({ maxZoom }) as never,
      attribution: async () => '',
      tile: async () => new Uint8Array(100),
      close: async () => undefined,
    })
    const window = windowAt(11, 1100.1, 725.1)
    const first = await tilesOfTrip([window], everywhere(12), { minZoom: 7, signal })
    expect(first.maxZoom).toBe(12)
    for (const maxZoom of [10, 14]) {
      const second = await tilesOfTrip([window], everywhere(maxZoom), { minZoom: 7, above: [first], signal })
      expect([...second.tiles.keys()]).toEqual([])
    }
  })

  test('end at the zoom before the one that would be too much; an overview asks for less than a stage', async () => {
    const everywhere = { header: async () => ({ maxZoom: 14 }) as never, tile: async () => new Uint8Array(9_000) }
    const archive = { ...everywhere, attribution: async () => '', close: async () => undefined }
    const stage = windowAt(11, 1100.1, 725.1)
    const of = (map: 'overview' | 0) => tilesOfTrip([{ ...stage, map }], archive, { minZoom: 0, signal })
    const [ofStage, ofOverview] = [await of(0), await of('overview')]
    expect(ofStage.tiles.size).toBeLessThanOrEqual(500)
    expect([ofStage.isReduced, ofOverview.isReduced]).toEqual([true, false])
    expect(ofStage.maxZoom).toBeGreaterThan(ofOverview.maxZoom)
    const zooms = new Set([...ofStage.tiles.keys()].map((name) => Number(name.split('/')[0])))
    expect([...zooms]).toEqual(Array.from({ length: ofStage.maxZoom + 1 }, (_, zoom) => zoom))
  })

  test('of an archive of another area are none, which is no reduction', async () => {
    const archiveFrom = (minZoom: number) => ({
      header: async () => ({ minZoom, maxZoom: 15 }) as never,
      attribution: async () => '',
      tile: async () => null,
      close: async () => undefined,
    })
    const window = windowAt(8, 130.5, 90.1)
    const found = await tilesOfTrip([window], archiveFrom(0), { minZoom: 7, signal })
    expect(found).toMatchObject({ isReduced: false, bytes: 0 })
    const unread = await tilesOfTrip([window], archiveFrom(15), { minZoom: 7, signal })
    expect(unread).toMatchObject({ isReduced: true, bytes: 0 })
  })

  test('are few in a dense region, and no more are read than fit', async () => {
    const perTile = 1024 * 1024
    let [read, underWay, mostUnderWay] = [0, 0, 0]
    const archive = {
      header: async () => ({ maxZoom: 14 }) as never,
      attribution: async () => '',
      close: async () => undefined,
      async tile(zoom: number) {
        mostUnderWay = Math.max(mostUnderWay, ++underWay)
        await setImmediate()
        underWay--
        if (zoom >= 7) read++
        return new Uint8Array(zoom < 7 ? 1_000 : perTile)
      },
    }
    const window = windowAt(11, 1100.1, 725.1)
    const { maxZoom, tiles } = await tilesOfTrip([window], archive, { minZoom: 0, signal })
    const bytes = [...tiles.values()].reduce((sum, { length }) => sum + length, 0)
    expect(bytes).toBeLessThanOrEqual(4 * perTile)
    expect(tiles.size).toBeGreaterThan(0)
    expect(maxZoom).toBe(Math.max(...[...tiles.keys()].map((name) => Number(name.split('/')[0]))))
    expect(mostUnderWay).toBeLessThanOrEqual(8)
    expect(read).toBeLessThanOrEqual(4 + 8)

    // All sources of a map together have at most 8 MiB.
    const last = await tilesOfTrip([window], archive, { minZoom: 0, usedBytes: 7 * perTile, signal })
    expect(last.bytes).toBeLessThanOrEqual(perTile)
    expect(last).toMatchObject({ maxZoom: 6, isReduced: true })

    const tooDense = await tilesOfTrip([window], archive, { minZoom: 12, signal })
    expect(tooDense.tiles.size).toBe(0)
  })

  test('go around the world at the antimeridian', async () => {
    const tiles = [
      [1, 0, 0, content],
      [1, 1, 0, content],
    ] as const
    const archive = tileArchive({ path: await anArchive(tiles) }, TileType.Mvt, null)
    const found = await tilesOfTrip([windowAt(8, 255.5, 90.1)], archive, { minZoom: 1, signal })
    expect([...found.tiles.keys()]).toEqual(['1/1/0', '1/0/0'])
    await archive.close()
  })
})

test('an archive whose attribution cannot be read is left out, with a warning', async () => {
  const archiveOf = (maxZoom: number, attribution: () => Promise<string>) => ({
    header: async () => ({ maxZoom }) as never,
    tile: async () => new Uint8Array(100),
    close: async () => undefined,
    attribution,
  })
  const embedded = archiveOf(0, async () => '© World')
  const failing = archiveOf(9, async () => {
    throw new Error('unavailable')
  })
  let file: Buffer = Buffer.alloc(0)
  const files = {
    reuse: async (_: string, make: () => Promise<object>) => await make(),
    put: async (content: Buffer) => {
      file = content
      return { key: 'map', bytes: content.length }
    },
  }
  const context = { vectors: { archives: [failing], embedded }, log: { warn: () => undefined } } as never
  const warnings = collectWarnings()
  const build = { files, signal, warnings } as never
  expect(await prepareTripMap([windowAt(8, 130.5, 90.1)], context, build)).toMatchObject({ key: 'map' })
  const message = expect.stringContaining('drawn without an archive (unavailable)')
  expect(warnings.list()).toMatchObject([{ code: 'map-ground-unavailable', message }])
  const unpacked = gunzipSync(file)
  const { attribution, sources } = JSON.parse(unpacked.subarray(0, unpacked.indexOf('\n')).toString())
  expect([attribution, Object.keys(sources)]).toEqual(['© World', ['world']])
})

test('the file has the layers and the tiles, which are found by their places', async () => {
  const tiles = new Map([
    ['0/0/0', Buffer.from('first')],
    ['1/0/1', Buffer.from('second')],
  ])
  const layers = mapLayers(['world'])
  const sources = { world: { minZoom: 0, maxZoom: 1, tiles } }
  const unpacked = gunzipSync(await tripMapFile({ attribution: '© Mappers', layers, sources }))
  const end = unpacked.indexOf('\n')
  const head = JSON.parse(unpacked.subarray(0, end).toString())
  expect(head).toMatchObject({ attribution: '© Mappers', sources: { world: { minZoom: 0, maxZoom: 1 } } })
  const [offset, length] = head.sources.world.tiles['1/0/1']
  expect(unpacked.subarray(end + 1 + offset, end + 1 + offset + length).toString()).toBe('second')
  expect(head.layers).toEqual(JSON.parse(JSON.stringify(layers)))
})

describe('the layers', () => {
  const layers = mapLayers(['world']) as { id: string; 'source-layer'?: string; type: string; filter: never }[]
  const source = { type: 'vector' as const, tiles: ['trip://world/{z}/{x}/{y}'] }

  test('are valid for MapLibre, which draws names with the fonts of the browser', () => {
    const style = { version: 8 as const, sources: { world: source }, layers: layers as never }
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([])
  })

  test('of the embedded sea are below the land of archives, and all others above it', () => {
    const sources = ['world', 'region-1', 'region-0']
    const several = mapLayers(sources) as typeof layers
    const style = { version: 8 as const, sources: Object.fromEntries(sources.map((name) => [name, source])) }
    expect(validateStyleMin({ ...style, layers: several as never })).toEqual([])
    const [ground, sea, ...land] = several.slice(0, 4)
    expect([ground?.id, sea?.id]).toEqual(['ground', 'world water water area'])
    expect(land.map(({ id }) => id)).toEqual(['region-1 land', 'region-0 land'])
    expect(new Set(several.map(({ id }) => id)).size).toBe(several.length)
    for (const { filter } of land) {
      const isDrawn = (type: number) =>
        featureFilter(filter, 'layers[2].filter').filter({ zoom: 12 } as never, { type, properties: {} } as never)
      // Cliffs are lines in the same layer.
      expect([2, 3].map(isDrawn)).toEqual([false, true])
    }
  })

  test.each([
    [10, 'world water river'],
    [11, undefined],
  ] as const)('leave out inaccurate features, as printed maps do: zoom %i', (zoom, expected) => {
    const feature = { type: 2, properties: { kind: 'river', max_zoom: 11 } } as never
    const drawn = layers
      .filter((one) => one['source-layer'] === 'water' && one.type === 'line')
      .find(({ filter }) => featureFilter(filter, 'layers[0].filter').filter({ zoom } as never, feature))
    expect(drawn?.id).toBe(expected)
  })

  test.each([
    ['roads', 'line', { kind: 'path', kind_detail: 'footway' }],
    ['roads', 'line', { kind: 'minor_road', kind_detail: 'track' }],
    ['roads', 'line', { kind: 'major_road', kind_detail: 'primary' }],
    ['roads', 'line', { kind: 'highway' }],
    ['roads', 'line', { 'pmap:kind': 'medium_road' }],
    ['roads', 'line', { kind: 'aeroway' }],
    ['water', 'line', { kind: 'stream' }],
    ['water', 'polygon', { kind: 'lake' }],
    ['landuse', 'polygon', { kind: 'forest' }],
    ['landuse', 'polygon', { kind: 'zoo' }],
    ['natural', 'polygon', { 'pmap:kind': 'glacier' }],
    ['boundaries', 'line', { kind: 'country' }],
    ['boundaries', 'line', { kind: 'county', kind_detail: '4' }],
    ['transit', 'line', { kind: 'ferry' }],
    ['buildings', 'polygon', { kind: 'address' }],
  ] as const)('draw what printed maps draw: %s, %s, %o', (layer, type, properties) => {
    const feature = { type: type === 'line' ? 2 : 3, properties } as never
    const kinds = layers
      .filter((one) => one['source-layer'] === layer && one.type !== 'symbol')
      .filter(({ filter }) => featureFilter(filter, 'layers[0].filter').filter({ zoom: 14 } as never, feature))
      .map(({ id }) => id.replace(/ (casing|area)$/, '').split(' ')[2])
    const expected = shapeKindOf(layer, type, properties)
    expect([...new Set(kinds)]).toEqual(expected === null ? [] : [expected])
  })
})

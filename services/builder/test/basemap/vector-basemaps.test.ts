import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MapWindow, possibleSheets } from '@guidebook/roadbook'
import { createFetcher, parseNetworks } from '@guidebook/service-kit/outbound'
import { TileType } from 'pmtiles'
import { afterAll, describe, expect, test } from 'vitest'
import { readingOnce, tileArchive } from '../../src/basemap/archive.ts'
import { chooseSheetStages } from '../../src/basemap/choose-sheet-stages.ts'
import { preparePageMaps } from '../../src/basemap/prepare-page-maps.ts'
import { prepareVectors } from '../../src/basemap/prepare-vectors.ts'
import { readingTimeOf, withinTime } from '../../src/basemap/reading-time.ts'
import { vectorTilesOf } from '../../src/basemap/vector-tiles.ts'
import { collectWarnings } from '../../src/outcome/warnings.ts'
import { pointsIn } from '../../src/vector/clip-shapes.ts'
import { drawPageMaps } from '../../src/vector/draw-maps.ts'
import { drawTiles } from '../../src/vector/draw-tiles.ts'
import { anArchive, area, line, point, windowAt } from './made-up-archive.ts'

const unknown = { distanceMetres: null, ascentMetres: null, descentMetres: null, durationSeconds: null }
const { signal } = new AbortController()
const inLanguage = (lang: string) => ({ lang, canPrint: (text: string) => !/\p{Script=Thai}/u.test(text) })
const opened = (path: string) => tileArchive({ path }, TileType.Mvt, null)
const worldPath = new URL('../../../../packages/world-map/dist/world.pmtiles', import.meta.url).pathname

async function tilesOf(content: Parameters<typeof anArchive>[0][number][3]) {
  const archive = opened(await anArchive([[13, 4400, 2900, content]]))
  const tiles = await vectorTilesOf(windowAt(13, 4400.1, 2900.1), [archive], signal)
  await archive.close()
  return tiles
}

/** The kinds of shapes, and the names, that a map of one tile shows. */
async function drawn(content: Parameters<typeof anArchive>[0][number][3], lang = 'de') {
  const basemap = drawTiles(await tilesOf(content), inLanguage(lang))
  return { ...basemap, kinds: basemap.shapes.map(({ kind }) => kind).sort() }
}

describe('Protomaps’ basemap', () => {
  test('is drawn by kind: roads, paths, streams, woods, water with a shore', async () => {
    const { kinds, attribution } = await drawn({
      roads: [
        line({ kind: 'highway', kind_detail: 'motorway' }),
        line({ kind: 'major_road', kind_detail: 'primary' }),
        line({ kind: 'major_road', kind_detail: 'secondary' }),
        line({ kind: 'minor_road', kind_detail: 'residential' }),
        line({ kind: 'minor_road', kind_detail: 'track' }),
        line({ kind: 'path', kind_detail: 'footway' }),
        line({ kind: 'rail' }),
        line({ kind: 'aeroway' }),
      ],
      water: [area({ kind: 'lake' }, 1000, 2000), line({ kind: 'river' }), line({ kind: 'stream' })],
      landuse: [area({ kind: 'forest' }), area({ kind: 'glacier' }), area({ kind: 'zoo' })],
      boundaries: [line({ kind: 'country' })],
    })
    expect(kinds).toEqual(
      'border glacier highway major-road minor-road path rail river road shore stream track water wood'.split(' '),
    )
    expect(attribution).toBe('© Mappers')
  })

  test('of version 3 is drawn alike', async () => {
    const { kinds } = await drawn({
      roads: [line({ 'pmap:kind': 'medium_road' }), line({ 'pmap:kind': 'path' })],
      natural: [area({ 'pmap:kind': 'wood' })],
      physical_line: [line({ 'pmap:kind': 'stream' })],
    })
    expect(kinds).toEqual(['path', 'road', 'stream', 'wood'])
  })

  test('has names in the language of the book, else the local ones; peaks with their height', async () => {
    const content = {
      places: [
        point({ kind: 'locality', kind_detail: 'village', name: 'Sesto', 'name:de': 'Sexten', population: 1900 }),
        point({ kind: 'locality', kind_detail: 'town', name: 'San Candido', population: 3300 }, 1500, 1500),
        point({ kind: 'country', name: 'Italia' }, 900, 900),
      ],
      pois: [
        point({ kind: 'peak', name: 'Cima Dodici', elevation: 3094 }, 2500, 2500),
        point({ kind: 'alpine_hut', name: 'Rifugio Locatelli' }, 2700, 1900),
        point({ kind: 'bank', name: 'Banca' }, 2000, 1000),
      ],
    }
    const { names } = await drawn(content)
    expect(names.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'hut Rifugio Locatelli',
      'town San Candido',
      'village Sexten',
      'peak Cima Dodici 3094',
    ])
    expect((await drawn(content, 'fr')).names.map(({ name }) => name)).toContain('Sesto')
  })

  test('has English names where no font has the characters of the local ones, and none without those', async () => {
    const place = { kind: 'locality', kind_detail: 'town', name: 'กระบี่' }
    const content = { places: [point({ ...place, 'name:en': 'Krabi' }), point(place, 900, 900)] }
    expect((await drawn(content)).names.map(({ name }) => name)).toEqual(['Krabi'])
    // The page is shown in the fonts of the browser.
    const [english, thai] = drawPageMaps([await tilesOf(content)], ['en', 'th']).map(([map]) => map)
    expect(english?.names.map(({ name }) => name)).toEqual(['Krabi', 'กระบี่'])
    expect(thai?.names.map(({ name }) => name)).toEqual(['กระบี่', 'กระบี่'])
    expect(thai?.shapes).toBe(english?.shapes)
  })

  test('has Devanagari names only where there are no others', async () => {
    const place = { kind: 'locality', kind_detail: 'town', name: 'पोखरा', population: 9 }
    const content = {
      places: [point({ ...place, 'name:en': 'Pokhara' }), point({ ...place, population: 1 }, 900, 900)],
    }
    expect((await drawn(content)).names.map(({ name }) => name)).toEqual(['Pokhara', 'पोखरा'])
  })
})

describe('archives', () => {
  const first = { landuse: [area({ kind: 'forest' })] }
  const second = { landuse: [area({ kind: 'glacier' })], places: [point({ kind: 'locality', name: 'B' }, 200, 2000)] }

  test('each part of a map is from the first one that has it; a coarser one is enlarged', async () => {
    const fine = opened(await anArchive([[13, 4400, 2900, first]], { attribution: 'One' }))
    const coarse = opened(await anArchive([[12, 2200, 1450, second]], { attribution: 'Two' }))
    const found = await vectorTilesOf(windowAt(13, 4400.2, 2900), [fine, coarse], signal)
    expect(found.attribution).toBe('One · Two')
    const { shapes, names } = drawTiles(found, inLanguage('en'))
    const spans = shapes.map(({ kind, parts }) => {
      const xs = parts.flatMap((part) => part.filter((_, at) => at % 2 === 0))
      return [kind, Math.round(Math.min(...xs)) + 0, Math.round(Math.max(...xs))]
    })
    // The fine tile ends at 0.8 x 200 points.
    expect(spans).toEqual([
      ['wood', 0, 160],
      ['glacier', 160, 301],
    ])
    // The place of the coarse tile is in the part that the fine one has.
    expect(names).toEqual([])
    await Promise.all([fine.close(), coarse.close()])
  })

  test('of another area are not used, and a map of a large area is from one archive', async () => {
    const world = opened(await anArchive([[0, 0, 0, second]], { attribution: 'World' }))
    const alps = { attribution: 'Alps', bounds: [5, 43, 17, 49] } as const
    const region = opened(
      await anArchive(
        [
          [0, 0, 0, first],
          [7, 68, 45, first],
        ],
        alps,
      ),
    )
    const usedFor = async (window: ReturnType<typeof windowAt>) =>
      (await vectorTilesOf(window, [region, world], signal)).attribution
    // Lapland; a part of the region's tile; more than it.
    expect(await usedFor(windowAt(7, 75, 30))).toBe('World')
    expect(await usedFor({ ...windowAt(7, 68, 45), right: 68.9 / 128 })).toBe('Alps')
    expect(await usedFor(windowAt(7, 68.5, 45))).toBe('World')
    await Promise.all([region.close(), world.close()])
  })

  test('features with less detail than the map are left out', async () => {
    const content = { water: [line({ kind: 'river', max_zoom: 10 })] }
    const archive = opened(await anArchive([[8, 137, 90, content]]))
    const kindsAt = async (zoom: number) => {
      const window = windowAt(zoom, 137.1 * 2 ** (zoom - 8), 90.45 * 2 ** (zoom - 8))
      return drawTiles(await vectorTilesOf(window, [archive], signal), inLanguage('en')).shapes.map(({ kind }) => kind)
    }
    expect(await kindsAt(9)).toEqual(['river'])
    expect(await kindsAt(12)).toEqual([])
    await archive.close()
  })

  test('that cannot be read are left out: the embedded map is drawn, and the archive is tried again', async () => {
    const path = await anArchive([[13, 4400, 2900, first]])
    const bytes = await readFile(path)
    await writeFile(path, 'broken')
    const archives = [opened(path)]
    const embedded = opened(await anArchive([[8, 137, 90, second]], { attribution: 'World' }))
    const windows = [windowAt(13, 4400.1, 2900.1)]
    const faults: unknown[] = []
    const prepare = () =>
      prepareVectors(windows, { archives, embedded }, { signal, unavailable: (e) => faults.push(e) })
    expect(await prepare()).toMatchObject([{ attribution: 'World' }])
    expect(faults).toHaveLength(1)
    const warnings = collectWarnings()
    const log = { warn: () => undefined } as never
    const ofPage = () => preparePageMaps(windows, { vectors: { archives, embedded }, log }, { signal, warnings })
    expect(await ofPage()).toMatchObject([{ attribution: 'World' }])
    await ofPage()
    expect(warnings.list()).toMatchObject([{ code: 'map-ground-unavailable' }])
    await writeFile(path, bytes)
    expect(await prepare()).toMatchObject([{ attribution: '© Mappers · World' }])
    expect(faults).toHaveLength(1)
    await Promise.all([...archives, embedded].map((archive) => archive.close()))
  })

  test('that cannot be read take no other archive away', async () => {
    const good = opened(await anArchive([[13, 4400, 2900, first]]))
    const embedded = opened(await anArchive([[8, 137, 90, second]], { attribution: 'World' }))
    const tile = async () => {
      throw new Error('the tile could not be read')
    }
    const windows = [windowAt(13, 4400.1, 2900.1)]
    for (const archives of [
      [good, opened('/missing.pmtiles')],
      [{ ...good, tile }, good],
    ]) {
      const faults: unknown[] = []
      const unavailable = (error: unknown) => faults.push(error)
      const prepared = await prepareVectors(windows, { archives, embedded }, { signal, unavailable })
      expect(prepared).toMatchObject([{ attribution: '© Mappers · World' }])
      expect(faults).toHaveLength(1)
    }
    await Promise.all([good.close(), embedded.close()])
  })

  test('keep for a book what was read, also when they can no longer be read', async () => {
    const file = opened(await anArchive([[13, 4400, 2900, first]]))
    let isReadable = true
    const read = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!isReadable) throw new Error('the archive could not be read')
      return await work()
    }
    const ofBook = readingOnce({
      ...file,
      header: () => read(() => file.header()),
      attribution: () => read(() => file.attribution()),
      tile: (...request) => read(() => file.tile(...request)),
    })
    const prepare = () => vectorTilesOf(windowAt(13, 4400.1, 2900.1), [ofBook], signal)
    const before = await prepare()
    expect(before.attribution).toBe('© Mappers')
    isReadable = false
    expect(await prepare()).toEqual(before)
    await file.close()
  })

  test('with tiles of another type are refused', async () => {
    const archive = opened(await anArchive([[0, 0, 0, new Uint8Array([1])]], { tileType: 'png' }))
    await expect(archive.header()).rejects.toThrow('the tiles of the archive must be MVT')
  })

  test('at a URL are read in parts, only from allowed addresses, and only within the time of the build', async () => {
    const bytes = await readFile(await anArchive([[13, 4400, 2900, first]]))
    const ranges: string[] = []
    let isSlow = false
    const server = createServer((request, response) => {
      const [, from = 0, until = 0] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')?.map(Number) ?? []
      ranges.push(request.headers.range ?? 'all')
      if (isSlow) return
      response.writeHead(206).end(bytes.subarray(from, until + 1))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const policy = { admitsHttp: true, authorities: undefined, timeoutMs: 5_000, mostBytes: 100_000, userAgent: 'test' }
    const own = createFetcher({ ...policy, admittedNetworks: parseNetworks('127.0.0.0/8'), admittedPorts: [port] })
    const strict = createFetcher({ ...policy, admittedNetworks: [], admittedPorts: [] })
    const url = `http://127.0.0.1:${port}/region.pmtiles`
    const archive = tileArchive({ url }, TileType.Mvt, own)
    expect(await archive.tile(13, 4400, 2900, signal)).not.toBeNull()
    expect(ranges.every((range) => range.startsWith('bytes='))).toBe(true)
    await expect(tileArchive({ url }, TileType.Mvt, strict).header()).rejects.toThrow('The address must use port')
    isSlow = true
    const slow = withinTime(tileArchive({ url }, TileType.Mvt, own, 'archive 1'), readingTimeOf(50))
    const embedded = opened(await anArchive([[8, 137, 90, second]], { attribution: 'World' }))
    const faults: unknown[] = []
    const unavailable = (error: unknown) => faults.push(error)
    const windows = [windowAt(13, 4400.1, 2900.1), windowAt(13, 4400.2, 2900.2)]
    const drawnWithout = await prepareVectors(windows, { archives: [slow], embedded }, { signal, unavailable })
    expect(drawnWithout.map(({ attribution }) => attribution)).toEqual(['World', 'World'])
    expect(faults.map(String)).toEqual(
      Array.from({ length: 2 }, () => 'Error: archive 1: reading the archives took longer than 0.05 s in all'),
    )
    server.closeAllConnections()
    await Promise.all([own.close(), strict.close(), embedded.close()])
    server.close()
  })
})

describe('sheets', () => {
  /** A way of some 9 km to the east, and the columns and rows of the tiles beneath it. */
  const way = Array.from({ length: 200 }, (_, at) => ({ lat: 46.5, lon: 12 + (at / 199) * 0.12 }))
  const route = { name: '', html: '', image: null, kind: 'hiking', segments: [way], statistics: unknown }
  const stage = { number: 1, title: '', date: null, routes: [route], pois: [], texts: [], accommodations: [] }
  const log = { warn: () => undefined } as never
  const readingTime = readingTimeOf(60_000)
  const tilesOf = (zoom: number) => {
    const columns = new Set(way.map(({ lon }) => Math.floor((lon / 360 + 0.5) * 2 ** zoom)))
    const row = Math.floor((0.5 - Math.asinh(Math.tan((46.5 * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** zoom)
    return [...columns].map((column) => [zoom, column, row, { landuse: [area({ kind: 'forest' })] }] as const)
  }
  const chosen = async (
    tiles: Parameters<typeof anArchive>[0],
    stages = [stage],
    warn: (warning: unknown) => void = () => undefined,
  ) => {
    const archive = opened(await anArchive(tiles))
    const vectors = { archives: [archive], embedded: archive }
    const possible = possibleSheets({ stages, paper: 'a4' })
    const indices = await chooseSheetStages(
      possible,
      { vectors, readingTime, log },
      { warnings: { add: warn } as never, signal },
    )
    await archive.close()
    return indices
  }

  test('are those of stages with detailed tiles everywhere along the way', async () => {
    expect(await chosen(tilesOf(13))).toEqual([0])
    expect(await chosen(tilesOf(13).slice(1))).toEqual([])
    // Tiles of a lower zoom have no paths.
    expect(await chosen(tilesOf(12))).toEqual([])
    expect(await chosen(tilesOf(13), [{ ...stage, routes: [] }, stage])).toEqual([1])
  })

  test('fill at most forty pages of a book, with a warning', async () => {
    const warnings: unknown[] = []
    const stages = Array.from({ length: 90 }, () => stage)
    const indices = await chosen(tilesOf(13), stages, (warning) => {
      warnings.push(warning)
    })
    expect(indices.length).toBeGreaterThan(30)
    expect(indices.length).toBeLessThan(90)
    const message = expect.stringContaining(`from the stage at position ${indices.length + 1} on`)
    expect(warnings).toMatchObject([{ code: 'too-many-sheets', message }])
  })

  test('need an archive that can be read', async () => {
    const missing = opened('/missing.pmtiles')
    const detailed = opened(await anArchive(tilesOf(13)))
    const possible = possibleSheets({ stages: [stage], paper: 'a4' })
    const chosenFrom = async (...archives: (typeof missing)[]) => {
      const context = { vectors: { archives, embedded: missing }, readingTime, log }
      return await chooseSheetStages(possible, context, { warnings: { add: () => undefined } as never, signal })
    }
    expect(await chosenFrom(missing)).toEqual([])
    expect(await chosenFrom(missing, detailed)).toEqual([0])
    await detailed.close()
  })

  test('wait for a slow archive only for half of the time for archives, with a warning', async () => {
    let attempts = 0
    const header = async () => {
      attempts++
      return await new Promise<never>(() => undefined)
    }
    const time = readingTimeOf(20)
    const archive = withinTime({ ...opened('/missing.pmtiles'), remoteName: 'archive 1', header }, time)
    const context = { vectors: { archives: [archive], embedded: archive }, readingTime: time, log }
    const possible = possibleSheets({ stages: [stage, stage], paper: 'a4' })
    const warnings: unknown[] = []
    const collect = { add: (warning: unknown) => warnings.push(warning) } as never
    expect(await chooseSheetStages(possible, context, { warnings: collect, signal })).toEqual([])
    const message = expect.stringMatching(/^Reading archive 1 takes too long: from the stage at position 1 on/)
    expect(warnings).toMatchObject([{ code: 'map-ground-unavailable', message }])
    expect(attempts).toBe(1)
  })
})

describe('the embedded map of the world', () => {
  const archive = opened(worldPath)
  afterAll(() => archive.close())

  const at = (lon: number, lat: number, zoom: number) => {
    const around = 2 ** zoom
    const sine = Math.sin((lat * Math.PI) / 180)
    return windowAt(
      zoom,
      (lon / 360 + 0.5) * around,
      (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * around,
    )
  }
  const worldAt = async (lon: number, lat: number, zoom: number, lang = 'de') =>
    drawTiles(await vectorTilesOf(at(lon, lat, zoom), [archive], signal), inLanguage(lang))

  test('shows sea and towns for a ferry, and is small', async () => {
    const map = await worldAt(13.2, 44, 7)
    expect(map.shapes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['water', 'shore']))
    expect(map.names.map(({ name }) => name)).toEqual(expect.arrayContaining(['Split', 'Ancona', 'Pescara']))
    expect(map.attribution).toContain('OpenStreetMap')
    expect((await readFile(worldPath)).length).toBeLessThan(60e6)
  })

  test('shows rivers, lakes and cities in the language of the book', async () => {
    const german = await worldAt(9, 48.8, 6)
    expect(german.shapes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['river', 'water', 'border']))
    expect(german.names.map(({ name }) => name)).toEqual(expect.arrayContaining(['München', 'Innsbruck']))
    expect((await worldAt(9, 48.8, 6, 'it')).names.map(({ name }) => name)).toContain('Monaco di Baviera')
  })

  test('is drawn with fewer points on the page, and is left out where it has nothing', async () => {
    const world = windowAt(0, 0, 0)
    const windows = [{ ...world, map: 0 }, at(100.5, 13.75, 7), { ...at(-30, 40, 9), map: 2 }]
    const [whole, bangkok, sea, ...others] = await drawnOnPage(windows)
    expect(whole?.map).toBe(0)
    const points = pointsIn(whole?.shapes ?? [])
    expect(points).toBeGreaterThan(500)
    expect(points).toBeLessThanOrEqual(2_000)
    expect(bangkok?.names.length).toBeGreaterThan(5)
    // The middle of the Atlantic: only water.
    expect(new Set(sea?.shapes.map(({ kind }) => kind))).toEqual(new Set(['water']))
    expect(others).toEqual([])
    // In the Alps, data of this accuracy has nothing for a map of 300 metres.
    expect(await drawnOnPage([at(12.0212, 46.6132, 16)])).toEqual([])
  })

  const drawnOnPage = async (windows: MapWindow[]) => {
    const tiles = await Promise.all(windows.map((window) => vectorTilesOf(window, [archive], signal)))
    return drawPageMaps(tiles, ['de'])[0] ?? []
  }
})

import { randomUUID } from 'node:crypto'
import { packTrack } from '@guidebook/route-geometry'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Completed, type Fixture, startFixture } from '../builder-fixture.ts'
import { aGuidebook, anInput, line, nextGeneration, requestFor } from '../fixtures.ts'
import { textOfPdf } from '../read-artifacts.ts'
import { sweepObjects } from '../sweep-objects.ts'
import { reliefTile } from './landscape.ts'
import { startTileServer, type TileServer } from './tile-server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const makers = '© Example Maps contributors'
const surveyors = 'Heights: Example Survey'

/** Zoom of the stage maps, which their size would allow to be higher: small maps are drawn faster. That of the overview map is lower. */
const stageZoom = 12

const filled = (background: string, size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })

let fixture: Fixture
let server: TileServer
let mapPng: Buffer
let mapJpeg: Buffer
let hills: Buffer
/** A book at 10° E, and the tiles that were requested for it. */
let first: Completed
let askedFirst: readonly string[]
beforeAll(async () => {
  fixture = await startFixture()
  server = await startTileServer()
  mapPng = await filled('#a0c090', 256).png().toBuffer()
  mapJpeg = await filled('#c0a090', 256).jpeg().toBuffer()
  hills = await reliefTile({ z: 0, x: 0, y: 0 }, 512, (x, y) => 800 + 300 * Math.sin(40 * x) * Math.cos(50 * y))
  await fixture.start({
    MAP_TILE_URL: server.templateOf('map'),
    MAP_TILE_ATTRIBUTION: makers,
    MAP_TILE_ZOOM: String(stageZoom),
    RELIEF_TILE_URL: server.templateOf('relief'),
    RELIEF_ATTRIBUTION: surveyors,
    RELIEF_TILE_ZOOM: '10',
    TILE_ALLOWED_NETWORKS: '127.0.0.0/8',
    TILE_ALLOWED_PORTS: String(server.port),
    TILE_TIMEOUT: '9s',
  })
  server.answer = whole
  first = await aRelease(10).build()
  askedFirst = [...server.asked]
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
beforeEach(() => {
  server.asked.length = 0
  server.answer = whole
})

const whole: TileServer['answer'] = (kind, _z, x) => (kind === 'relief' ? hills : x % 2 ? mapPng : mapJpeg)
/** The default responses for relief tiles, with another response for map tiles. */
const mapsReplaced =
  (answer: TileServer['answer']): TileServer['answer'] =>
  (kind, ...address) =>
    kind === 'map' ? answer(kind, ...address) : hills

/**
 * A release of two distant stages, on the smaller paper; `build` builds its next generation. It shares no tiles with releases at longitudes ten
 * degrees away.
 */
const aRelease = (lon: number) => {
  const account = randomUUID()
  const { stubs } = fixture
  const guidebook = aGuidebook(stubs, account)
  for (const [index, { routes, pois }] of guidebook.stages.entries()) {
    const lat = 46 + index / 3
    for (const route of routes) stubs.tracks.set(route.id, packTrack([line(lat, lon, 400)]))
    for (const poi of pois) Object.assign(poi, { lat: lat + 0.01, lng: lon })
  }
  let input = anInput(stubs, account, { input: { guidebook: { id: guidebook.id }, paper: 'A5' } })
  input.release.generation = 0
  return {
    async build() {
      input = nextGeneration(stubs, input)
      await fixture.request(requestFor(input))
      return await fixture.completion({ release: input.release.id, generation: input.release.generation })
    },
  }
}

/** Number of JPEGs in the book; in these tests all of them are basemaps. */
async function basemapsIn({ artifacts }: Completed): Promise<number> {
  const pdf = await fixture.store.read(artifacts.pdf?.key ?? '')
  return pdf.toString('latin1').split('/DCTDecode').length - 1
}

const unavailable = (completed: Completed) =>
  completed.warnings.filter(({ code }) => code === 'map-ground-unavailable').map(({ message }) => message)

test('each tile is fetched once for all books, and printed with its attribution', async () => {
  expect(first.warnings).toEqual([])
  expect(new Set(askedFirst).size).toBe(askedFirst.length)
  expect(askedFirst.filter((name) => name.startsWith('map/')).length).toBeGreaterThan(10)
  expect([...server.userAgents]).toEqual(['guidebook-builder (+https://guidebook.example)'])
  expect(await basemapsIn(first)).toBe(3)
  const text = await textOfPdf(fixture.store, first)
  // Beneath three maps and in the imprint.
  expect(text.split(`${makers} · ${surveyors}`)).toHaveLength(5)

  const second = await aRelease(10).build()
  expect(await basemapsIn(second)).toBe(3)
  expect(server.asked).toEqual([])
})

test('elevation tiles of 512 pixels are requested one zoom lower', () => {
  const zooms = (kind: string) =>
    askedFirst.flatMap((name) => (name.startsWith(kind) ? [Number(name.split('/')[1])] : []))
  // The overview map: on stage maps both are limited by the providers.
  const [maps, heights] = [zooms('map'), zooms('relief')]
  expect(Math.min(...maps) - Math.min(...heights)).toBe(1)
})

test('a book that is built again unchanged is reused; changed tiles change it after a month', async () => {
  const release = aRelease(30)
  const first = await release.build()
  expect((await release.build()).artifacts.pdf?.key).toBe(first.artifacts.pdf?.key)

  server.answer = mapsReplaced(() => mapJpeg)
  await fixture.database.knex('tiles').update({ fetched_at: fixture.database.knex.raw(`now() - interval '29 days'`) })
  expect((await release.build()).artifacts.pdf?.key).toBe(first.artifacts.pdf?.key)
  await fixture.database.knex('tiles').update({ fetched_at: fixture.database.knex.raw(`now() - interval '31 days'`) })
  const later = await release.build()
  expect(later.artifacts.pdf?.key).not.toBe(first.artifacts.pdf?.key)
  expect(later.contentVersion).toBe(first.contentVersion)
})

test('while the providers are unavailable maps show the embedded map, with one warning, and the next build tries again', async () => {
  const release = aRelease(40)
  server.answer = (kind) => (kind === 'map' ? (response) => void response.destroy() : 503)
  const without = await release.build()
  expect(unavailable(without)).toEqual([
    expect.stringMatching(
      /is unavailable: map tiles of 3 of 3 maps \(the connection was closed .*\), the relief of 3 of 3 maps \(the answer was 503\)\. These maps are drawn without it\. The next build tries again\.$/,
    ),
  ])
  expect(await basemapsIn(without)).toBe(0)
  const text = await textOfPdf(fixture.store, without)
  expect(text).not.toContain(makers)
  expect(text).toContain('© OpenStreetMap contributors, GeoNames')

  server.answer = whole
  const later = await release.build()
  expect(later.warnings).toEqual([])
  expect(await basemapsIn(later)).toBe(3)
})

test('map tiles are printed while only the relief is unavailable, such as elevation tiles in JPEG', async () => {
  server.answer = (kind, ...address) => (kind === 'relief' ? mapJpeg : whole(kind, ...address))
  const completed = await aRelease(50).build()
  expect(unavailable(completed)).toEqual([
    expect.stringContaining('unavailable: the relief of 3 of 3 maps (a tile is not PNG)'),
  ])
  expect(await basemapsIn(completed)).toBe(3)
  expect(await textOfPdf(fixture.store, completed)).not.toContain(surveyors)
})

test('missing tiles are not a fault, even if all are missing', async () => {
  server.answer = (kind, z, x, y) => ((x + y) % 3 === 0 ? ([404, 204, 410][x % 3] ?? 404) : whole(kind, z, x, y))
  const some = await aRelease(60).build()
  expect(some.warnings).toEqual([])
  expect(await basemapsIn(some)).toBe(3)

  server.answer = () => 404
  const none = await aRelease(70).build()
  expect(none.warnings).toEqual([])
  expect(await basemapsIn(none)).toBe(0)
  const asked = server.asked.length
  await aRelease(70).build()
  expect(server.asked.length).toBe(asked)
})

test.each([
  ['an image of another size', 100, () => filled('#ffffff', 300).png().toBuffer(), 'a tile has 300 x 300 pixels'],
  ['more bytes than a tile has', 120, async () => Buffer.alloc(2_000_000), 'the answer has more than 1048576 bytes'],
])('%s among the tiles costs only its own map the basemap', async (_, lon, bad, reason) => {
  const bytes = await bad()
  server.answer = mapsReplaced((kind, z, x, y) => (z === stageZoom && y % 2 === 0 ? bytes : whole(kind, z, x, y)))
  const completed = await aRelease(lon).build()
  expect(unavailable(completed)).toEqual([expect.stringContaining(`map tiles of 2 of 3 maps (${reason})`)])
  expect(await basemapsIn(completed)).toBe(3)
})

test('a trip across the antimeridian has the tiles of both sides', async () => {
  const completed = await aRelease(180).build()
  expect(completed.warnings).toEqual([])
  expect(await basemapsIn(completed)).toBe(3)
  const columns = server.asked.flatMap((name) => {
    const [kind, z, x] = name.split('/')
    return kind === 'map' ? [[Number(z), Number(x)] as const] : []
  })
  expect(columns.some(([, x]) => x === 0)).toBe(true)
  expect(columns.some(([z, x]) => x === 2 ** z - 1)).toBe(true)
})

test('tiles are kept for a month, then swept; those missing from the store are fetched again', async () => {
  const { database, store } = fixture
  await aRelease(140).build()
  const keysOf = async () =>
    (await database.knex('tiles').whereNotNull('key').distinct('key')).map(({ key }) => key as string)
  const [key = ''] = await keysOf()
  const twoDays = 2 * 24 * 60 * 60 * 1_000
  const sweep = () => sweepObjects(fixture, new Date(Date.now() + twoDays))
  await sweep()
  expect(await store.exists(key)).toBe(true)

  for (const one of await keysOf()) await store.remove(one)
  await database.knex('artifacts').where('ingredients', 'like', 'basemap-%').delete()
  const release = aRelease(140)
  expect(unavailable(await release.build())).toEqual([expect.stringContaining('a stored tile is missing')])
  const fixed = async () => ({ warnings: unavailable(await release.build()) })
  await vi.waitFor(async () => expect(await fixed()).toEqual({ warnings: [] }), { timeout: 60_000 })
  expect(await store.exists(key)).toBe(true)

  await database.knex('tiles').update({ fetched_at: database.knex.raw(`now() - interval '32 days'`) })
  await sweep()
  expect(await store.exists(key)).toBe(false)
  expect(await keysOf()).toEqual([])
})

test('a provider that does not respond costs a book its basemaps and at most the time limit', async () => {
  server.answer = (kind, ...address) => (kind === 'relief' ? () => undefined : whole(kind, ...address))
  const completed = await aRelease(150).build()
  expect(unavailable(completed)).toEqual([
    expect.stringMatching(
      /unavailable: the relief of 3 of 3 maps \(no complete response arrived within the time limit\)\./,
    ),
  ])
  expect(await basemapsIn(completed)).toBe(3)
  // The circuit breaker is open now.
  server.asked.length = 0
  const next = await aRelease(160).build()
  expect(unavailable(next)).toEqual([expect.stringContaining('none is requested for now')])
  expect(server.asked.filter((name) => name.startsWith('relief'))).toEqual([])
})

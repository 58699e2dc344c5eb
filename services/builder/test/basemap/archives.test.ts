import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { packTrack } from '@guidebook/route-geometry'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Completed, type Fixture, startFixture } from '../builder-fixture.ts'
import { aGuidebook, anInput, line, nextGeneration, requestFor } from '../fixtures.ts'
import { textOfPdf } from '../read-artifacts.ts'
import { reliefTile } from './landscape.ts'
import { anArchive, area, point } from './made-up-archive.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  return () => fixture[Symbol.asyncDispose]()
})
afterEach(() => fixture.reset())

const world = '© OpenStreetMap contributors, GeoNames (CC BY 4.0), Natural Earth'

/** A release with tracks at 10° E, 46° N, on the smaller paper. */
function aRelease() {
  const account = randomUUID()
  const guidebook = aGuidebook(fixture.stubs, account)
  for (const { routes, pois } of guidebook.stages) {
    for (const route of routes) fixture.stubs.tracks.set(route.id, packTrack([line(46, 10, 400)]))
    for (const poi of pois) Object.assign(poi, { lat: 46.01, lng: 10 })
  }
  let input = anInput(fixture.stubs, account, { input: { guidebook: { id: guidebook.id }, paper: 'A5' } })
  input.release.generation = 0
  return async (): Promise<Completed> => {
    input = nextGeneration(fixture.stubs, input)
    await fixture.request(requestFor(input))
    return await fixture.completion({ release: input.release.id, generation: input.release.generation })
  }
}

/** The drawings of the page's maps: of the whole trip, and of each stage. */
async function mapsOf(completed: Completed): Promise<string[]> {
  const { overview, stages } = await fixture.pageOf(completed)
  return [overview ?? '', ...stages.map(({ map }) => map ?? '')]
}

/** The tile at 10° E, 46° N. */
const tileAt = (z: number): [z: number, x: number, y: number] => [
  z,
  Math.floor((190 / 360) * 2 ** z),
  Math.floor((0.5 - Math.log((1 + Math.sin(0.80285)) / (1 - Math.sin(0.80285))) / (4 * Math.PI)) * 2 ** z),
]

/** Receives requests and never responds. */
async function startSlowServer() {
  let requests = 0
  const server = createServer(() => {
    requests++
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const jpegsIn = async ({ artifacts }: Completed) =>
  (await fixture.store.read(artifacts.pdf?.key ?? '')).toString('latin1').split('/DCTDecode').length - 1

test('without any setting maps show the world, with its attribution; an unchanged book is reused', async () => {
  await fixture.start()
  const build = aRelease()
  const first = await build()
  expect(first.warnings).toEqual([])
  expect(await jpegsIn(first)).toBe(0)
  expect(await textOfPdf(fixture.store, first)).toContain(world)
  for (const map of await mapsOf(first)) expect(map).toContain(world)
  const again = await build()
  expect(again.artifacts.pdf?.key).toBe(first.artifacts.pdf?.key)
  // The page's interactive maps have the same data.
  const map = gunzipSync(await fixture.store.read(first.artifacts.map?.key ?? '')).toString('latin1')
  expect(Buffer.from(map.split('\n')[0] ?? '', 'latin1').toString()).toContain(world)
  expect(again.artifacts.map).toEqual(first.artifacts.map)
  expect(again.artifacts.page.key).toBe(first.artifacts.page.key)
})

test('archives add names, relief and sheets; one whose server is too slow costs only its part of the map', async () => {
  const content = {
    landuse: [area({ kind: 'forest' })],
    places: [point({ kind: 'locality', kind_detail: 'village', name: 'Obersdorf' })],
  }
  const zooms = Array.from({ length: 15 }, (_, z) => z)
  const [zoom, column, row] = tileAt(13)
  const beside = [row - 1, row - 2].map((y) => [zoom, column, y, content] as const)
  const map = await anArchive([...zooms.map((z) => [...tileAt(z), content] as const), ...beside])
  const heights = await anArchive(
    await Promise.all(
      zooms.slice(0, 11).map(async (z) => {
        const [, x, y] = tileAt(z)
        return [z, x, y, await reliefTile({ z, x, y })] as const
      }),
    ),
    { tileType: 'png' },
  )
  const settings = { MAP_PMTILES: map, TERRAIN_PMTILES: heights, TERRAIN_ATTRIBUTION: 'Heights: Survey' }
  await fixture.start(settings)
  const first = await aRelease()()
  expect(first.warnings).toEqual([])
  expect(await jpegsIn(first)).toBeGreaterThan(0)
  const text = await textOfPdf(fixture.store, first)
  expect(text).toContain('Obersdorf')
  expect(text).toContain('Heights: Survey · © Mappers')
  expect((await mapsOf(first)).at(-1)).toMatch(/<path d=[^>]* class="basemap".*Obersdorf.*© Mappers/)
  expect(text).toContain('Sheet 1 of 1 1:50,000 (1 cm = 500 m)')

  await fixture.reset()
  await using server = await startSlowServer()
  await fixture.start({
    MAP_PMTILES: `http://127.0.0.1:${server.port}/region.pmtiles?key=secret`,
    TILE_ALLOWED_NETWORKS: '127.0.0.0/8',
    TILE_ALLOWED_PORTS: `${server.port}`,
    TILE_TIMEOUT: '300ms',
  })
  const without = await aRelease()()
  const messages = without.warnings.map(({ message }) => message)
  // Each stage and map would wait as long. None, if the time is over before the connection on a busy machine.
  expect(server.requests()).toBeLessThanOrEqual(1)
  // On a busy machine, the one request may take the half of the time that is for sheets, which is another warning.
  const others = messages.filter((message) => !message.startsWith('Reading archive 1 of MAP_PMTILES takes too long'))
  expect(others).toEqual([expect.stringMatching(/the map archive of (.) of \1 maps \(archive 1 of MAP_PMTILES: .+\)/)])
  expect(messages.join()).not.toContain('secret')
  const plain = await textOfPdf(fixture.store, without)
  expect(plain).toContain(world)
  expect(plain).not.toContain('Sheet')
  expect((await mapsOf(without)).at(-1)).toContain(world)
})

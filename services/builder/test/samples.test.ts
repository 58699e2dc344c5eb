import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { StoredOnDemandRequest } from '@guidebook/contracts'
import { packTrack, type TrackPoint } from '@guidebook/route-geometry'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Fixture, startFixture } from './builder-fixture.ts'
import { anInput, aRequest, aRoute, inAccount, requestFor } from './fixtures.ts'
import { gpxOf } from './read-artifacts.ts'
import { samples } from './samples.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The segments of a GPX file; a minimal parser for the sample files. */
function segmentsOf(gpx: string): TrackPoint[][] {
  const segments = [...gpx.matchAll(/<trkseg[^>]*>(.*?)<\/trkseg>/gs)].map(([, points = '']) =>
    [...points.matchAll(/<trkpt([^>]*?)(?:\/>|>(.*?)<\/trkpt>)/gs)].map(([, attributes = '', inner = '']) => {
      const value = (name: string) => Number(new RegExp(`${name}="([^"]+)"`).exec(attributes)?.[1])
      const ele = /<ele>([^<]+)<\/ele>/.exec(inner)?.[1]
      return { lat: value('lat'), lon: value('lon'), ...(ele === undefined ? {} : { ele: Number(ele) }) }
    }),
  )
  return segments.filter((points) => points.length > 0)
}

/** Expected result of each image: its size on the page, or the reason for a placeholder. */
const images: Record<string, { width: number; height: number } | string> = {
  '65536-uint32-limit.png': 'it has too many pixels',
  'Channel_digital_image_CMYK_color.jpg': { width: 500, height: 333 },
  // Rotated by its EXIF orientation.
  'Landscape_6.jpg': { width: 600, height: 450 },
  'concert.jpg': { width: 400, height: 267 },
  'flowers.jpeg': { width: 1_080, height: 608 },
  'swiss.png': { width: 68, height: 68 },
  'truncated.jpg': 'the file is damaged',
}

/** Number of points of each track: the full file has all of them, the device file at most 10,000. */
const tracks: Record<string, number> = {
  'Mojstrovka.gpx': 184,
  'around-visnjan-with-car.gpx': 104,
  'blue_hills.gpx': 1_243,
  'cerknicko-jezero-without-elevations.gpx': 296,
  'cerknicko-jezero.gpx': 296,
  'first_and_last_elevation.gpx': 10,
  'grand-canyon-river.gpx': 3_892,
  'korita-zbevnica.gpx': 871,
  'te-araroa-2022-23-track.gpx': 22_742,
  'track-with-extremes.gpx': 25,
}

const contentsOf = (folder: string) => readdirSync(samples(folder)).sort()
const inOrder = (outcomes: object) => Object.keys(outcomes).sort()
const pointsIn = (gpx: string): number => gpx.split('<trkpt ').length - 1

interface Hotel {
  geometry: { coordinates: [number, number] }
  properties: { nom_commercial: string; adresse: string; commune: string; telephone: string; site_internet: string }
}

const hasSamples = existsSync(samples('tracks'))
describe.skipIf(!hasSamples)(
  `public samples (${samples('')}${hasSamples ? '' : ' is missing: set SAMPLES_DIR'})`,
  () => {
    let fixture: Fixture
    beforeAll(async () => {
      fixture = await startFixture()
      await fixture.start()
    })
    afterAll(() => fixture[Symbol.asyncDispose]())

    async function built(guidebook: StoredOnDemandRequest['guidebook'], account: string) {
      const request = aRequest({ guidebook })
      const input = anInput(fixture.stubs, account, { release: { kind: 'on-demand' }, input: { request } })
      await fixture.request(requestFor(input))
      const completed = await fixture.completion({ release: input.release.id, generation: 1 })
      return { completed, page: await fixture.pageOf(completed) }
    }

    test('all sample images become one book, each with its expected result', async () => {
      expect(contentsOf('images')).toEqual(inOrder(images))
      const pois = await Promise.all(
        contentsOf('images').map(async (file) => ({
          content: {
            name: file,
            lat: 46.4,
            lon: 13.7,
            type: 'SIGHT' as const,
            image: await fixture.keepImage(readFileSync(samples(`images/${file}`)), 'image/png'),
          },
        })),
      )
      const guidebook = { title: 'From everywhere', stages: [{ number: 1, title: 'Stage 1', routes: [], pois }] }
      const { completed, page } = await built(guidebook, randomUUID())

      const sizes = new Map(completed.artifacts.images.map(({ name, width, height }) => [name, { width, height }]))
      const reasons = new Map(
        completed.warnings.map(({ externalId, message }) => [externalId, /\((.*)\)/.exec(message)?.[1]]),
      )
      const outcomes = page.stages[0]?.pois.map(({ name, image }) => [
        name,
        image === null ? reasons.get(name) : sizes.get(image),
      ])
      expect(Object.fromEntries(outcomes ?? [])).toEqual(images)
      expect(completed.warnings.map(({ code }) => code)).toEqual(['image-unreadable', 'image-unreadable'])
    })

    test('all sample tracks become one book, each with all its points', async () => {
      expect(contentsOf('tracks')).toEqual(inOrder(tracks))
      const { stubs, store } = fixture
      const account = randomUUID()
      const keep = inAccount(stubs, account)
      const routes = contentsOf('tracks').map((file) => {
        const route = keep(aRoute(file, [], stubs.tracks))
        const segments = segmentsOf(readFileSync(samples(`tracks/${file}`), 'utf8'))
        stubs.tracks.set(route.id, packTrack(segments))
        route.pointCount = segments.flat().length
        return { libraryReference: { link: route.id } }
      })
      const stages = routes.map((route, index) => ({
        number: index + 1,
        title: `Stage ${index + 1}`,
        routes: [route],
        pois: [],
      }))
      const { completed, page } = await built({ title: 'From everywhere', stages }, account)

      expect(completed.warnings).toEqual([])
      for (const [index, file] of contentsOf('tracks').entries()) {
        const stage = page.stages[index]
        expect(stage?.map, file).toContain('<svg')
        expect(pointsIn(await gpxOf(store, completed, stage?.gpx?.full ?? '')), file).toBe(tracks[file])
        const onDevices = pointsIn(await gpxOf(store, completed, stage?.gpx?.device ?? ''))
        if ((tracks[file] ?? 0) <= 10_000) expect(onDevices, file).toBe(tracks[file])
        else expect(onDevices, file).toBeLessThanOrEqual(10_000)
      }
      expect(completed.artifacts.pdf?.pages).toBeGreaterThan(routes.length)
    })

    test('every hotel of a region becomes an entry of one book, whatever its name', async () => {
      const file = readFileSync(samples('poi/hotels-ile-de-france.geojson'), 'utf8')
      const { features } = JSON.parse(file) as { features: Hotel[] }
      const pois = features.map(({ geometry: { coordinates }, properties }) => ({
        content: {
          name: properties.nom_commercial,
          lat: coordinates[1],
          lon: coordinates[0],
          type: 'HOTEL' as const,
          description: `${properties.adresse}, ${properties.commune}`,
        },
      }))
      const stages = Array.from({ length: 13 }, (_, index) => ({
        number: index + 1,
        title: `District ${index + 1}`,
        pois: pois.slice(index * 100, (index + 1) * 100),
      }))
      const { completed, page } = await built({ title: 'Hotels', stages }, randomUUID())
      expect(completed.warnings).toEqual([])
      const shown = page.stages.flatMap((stage) => stage.pois.map(({ name, lat, lng }) => [name, lat, lng]))
      expect(shown).toEqual(pois.map(({ content: { name, lat, lon } }) => [name, lat, lon]))
      const whole = completed.artifacts.gpx?.files.find(({ stage, variant }) => stage === null && variant === 'full')
      expect((await gpxOf(fixture.store, completed, whole?.name ?? '')).split('<wpt ')).toHaveLength(
        features.length + 1,
      )
      expect(completed.artifacts.pdf?.pages).toBeGreaterThan(50)
    })
  },
)

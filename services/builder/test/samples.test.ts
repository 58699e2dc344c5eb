import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { packTrack, type TrackPoint } from '@guidebook/route-geometry'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { anInput, aRequest, aRoute, asking, inAccount } from './content.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { samples } from './samples.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The segments of a GPX file, read just well enough for files that are known. */
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

describe.skipIf(!existsSync(samples('tracks')))(`public samples (${samples('')})`, () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await startFixture()
    await fixture.start()
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  test('all tracks and pictures that no one here made become one book; the broken pictures are named', async () => {
    const { neighbours } = fixture
    const account = randomUUID()
    const keep = inAccount(neighbours, account)
    const routes = readdirSync(samples('tracks')).map((file) => {
      const route = keep(aRoute(file, [], neighbours.tracks))
      const segments = segmentsOf(readFileSync(samples(`tracks/${file}`), 'utf8'))
      neighbours.tracks.set(route.id, packTrack(segments))
      route.pointCount = segments.flat().length
      return { libraryReference: { link: route.id } }
    })
    const pictures = await Promise.all(
      readdirSync(samples('images')).map(async (file) => ({
        content: {
          ...{ name: file, lat: 46.4, lon: 13.7, type: 'SIGHT' as const },
          image: await fixture.keepImage(readFileSync(samples(`images/${file}`)), 'image/png'),
        },
      })),
    )
    const stages = routes.map((route, index) => ({
      number: index + 1,
      title: `Stage ${index + 1}`,
      routes: [route],
      pois: index === 0 ? pictures : [],
    }))
    const request = aRequest({ guidebook: { title: 'From everywhere', stages } })
    const input = anInput(neighbours, account, { release: { kind: 'on-demand' }, input: { request } })
    await fixture.request(asking(input))
    const completed = await fixture.completion({ release: input.release.id, generation: 1 })

    const unreadable = completed.warnings.filter(({ code }) => code === 'image-unreadable')
    expect(unreadable.map(({ externalId, message }) => [externalId, /\((.*)\)/.exec(message)?.[1]])).toEqual([
      ['65536-uint32-limit.png', 'it has too many pixels'],
      ['truncated.jpg', 'the file is damaged'],
    ])
    expect(completed.artifacts.images).toHaveLength(pictures.length - 2)
    const page = await fixture.pageOf(completed)
    for (const stage of page.stages) {
      expect(stage.map).toContain('<svg')
      expect(stage.gpx).not.toBeNull()
    }
    expect(completed.artifacts.pdf?.pages).toBeGreaterThan(routes.length)
  })
})

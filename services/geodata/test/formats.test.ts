import { XMLParser } from 'fast-xml-parser'
import { expect } from 'vitest'
import { it } from './fixture.ts'
import type { Partner } from './partner.ts'

let me: Partner
it.beforeAll(async ({ shared }) => {
  me = shared.newPartner()
  await me.library()
})

/** Over the antimeridian and back, some heights, numbers that JavaScript writes with exponents. */
const waypoints = [
  { lat: 1e-7, lon: 179.9, ele: -1e-7 },
  { lat: -16.5, lon: -179.9 },
  { lat: -16.5, lon: 180, ele: 99_999.5 },
  { lat: 90, lon: 179.95, ele: 0 },
]

it('a GPX file contains no invented elevation or time, and no longitude of 180', async () => {
  const { body } = await me.route('honest', { waypoints })
  const { text } = await me.get(`/content/geodata/${body.id}.gpx`)
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(text).gpx
  const points = parsed.trk.trkseg.flatMap(({ trkpt }: { trkpt: object }) => [trkpt].flat())
  expect(text).not.toContain('<time>')
  expect(text.match(/<ele>/g)).toHaveLength(3)
  for (const { lon } of points) expect(Number(lon) >= -180 && Number(lon) < 180).toBe(true)
})

it('GeoJSON has longitude before latitude, a box, and lines that end at the antimeridian', async () => {
  const { body } = await me.route('cut', { waypoints: waypoints.slice(0, 2) })
  const { body: feature } = await me.get(`/content/geodata/${body.id}.geojson`)
  expect(feature).toMatchObject({
    type: 'Feature',
    id: body.id,
    bbox: [179.9, -16.5, -1e-7, -179.9, 1e-7, -1e-7],
    properties: { kind: 'route', customId: 'cut', names: { en: 'Name' } },
    geometry: { type: 'MultiLineString' },
  })
  const [west, east] = feature.geometry.coordinates
  expect([west[0], east[1]]).toEqual([
    [179.9, 1e-7, -1e-7],
    [-179.9, -16.5],
  ])
  expect([west[1][0], east[0][0]]).toEqual([180, -180])
  expect(west[1][1]).toBe(east[0][1])
  const { body: poi } = await me.poi('point', { lat: -45.5, lng: 170.25 })
  const { body: point } = await me.get(`/content/geodata/${poi.id}.geojson`)
  expect(point.geometry).toEqual({ type: 'Point', coordinates: [170.25, -45.5] })
})

it('a text page as GeoJSON or GPX is 404, because it has no position', async () => {
  const { body } = await me.text('words')
  for (const format of ['geojson', 'gpx']) {
    const { status, body: problem } = await me.get(`/content/geodata/${body.id}.${format}`)
    expect([status, problem.detail]).toEqual([404, 'A text page has no position, so it has no map file.'])
  }
})

import { buffer } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { operations } from '@guidebook/contracts'
import { unpackTrack } from '@guidebook/route-geometry'
import { expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'
import { type Partner, twoPoints } from './partner.ts'

let fixture: Fixture
let me: Partner
it.beforeAll(async ({ shared }) => {
  fixture = shared
  me = fixture.newPartner()
  await me.library()
})

/** More than are handled outside a thread, or returned by an answer that is not streamed. */
const count = process.env.SOAK === undefined ? 20_000 : 200_000
const waypoints = Array.from({ length: count }, (_, index) => ({
  lat: Math.round(46e7 + 5e6 * Math.sin(index / 3000)) / 1e7,
  lon: Math.round(14e7 + index * 100) / 1e7,
  ele: Math.round(10_000 + 5000 * Math.sin(index / 500)) / 10,
}))

it('a long route is returned exactly, in every format', async () => {
  const created = await me.route('long', { waypoints })
  expect([created.status, created.body.pointCount]).toEqual([201, count])
  const path = `/content/geodata/${created.body.id}`
  const read = await me.get(path)
  // The equality of the test runner takes seconds for so many points.
  expect(isDeepStrictEqual(read.body, { ...created.body, waypoints })).toBe(true)
  expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
  const known = await me.get(path, undefined, { 'if-none-match': read.headers.get('etag') ?? '' })
  expect([known.status, known.text]).toEqual([304, ''])
  const { body: geojson } = await me.get(`${path}.geojson`)
  const positions = waypoints.map(({ lat, lon, ele }) => [lon, lat, ele])
  expect(isDeepStrictEqual(geojson.geometry.coordinates, positions)).toBe(true)
  const gpx = await me.get(`${path}.gpx`)
  expect(gpx.text.match(/<trkpt /g)).toHaveLength(count)
  const track = await fixture.clientOf('builder').stream(operations.readTrack, {
    params: { item_id: created.body.id },
    query: { account: me.account },
  })
  expect(isDeepStrictEqual(unpackTrack(await buffer(track)), [waypoints])).toBe(true)
})

it('a route of 200,000 points is stored, and one of 200,001 points is refused', async () => {
  const most = Array(200_000).fill({ lat: 46, lon: 14 })
  const created = await me.route('longest', { waypoints: most })
  expect([created.status, created.body.pointCount]).toEqual([201, 200_000])
  const refused = await me.route('too-long', { waypoints: [...most, ...twoPoints.slice(1)] })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/waypoints'])
})

it('other requests are answered while a long route is stored', async () => {
  const { body } = await me.poi('small')
  let stored = false
  const twice = [...waypoints, ...waypoints]
  const long = me.route('beside', { waypoints: twice.slice(0, 40_000) }).finally(() => {
    stored = true
  })
  let answered = 0
  while (!stored) {
    expect((await me.get(`/content/geodata/${body.id}`)).status).toBe(200)
    answered += 1
  }
  expect((await long).status).toBe(201)
  expect(answered).toBeGreaterThan(1)
})

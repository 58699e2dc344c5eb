import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { describe, expect, test } from 'vitest'
import { chordLimitM, distanceM, distancesAlong } from './distance.ts'
import type { TrackPoint } from './track-columns.ts'

const wgs84 = geodesic.Geodesic.WGS84
const karney = (from: TrackPoint, to: TrackPoint): number =>
  wgs84.Inverse(from.lat, from.lon, to.lat, to.lon).s12 as number

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})
const azimuth = fc.double({ min: -180, max: 180, noNaN: true })

describe('distance', () => {
  test('a leg of up to 20 km is within 0.1 mm of the geodesic, anywhere and in any direction', () => {
    const leg = fc.double({ min: 0, max: chordLimitM * 1.01, noNaN: true })
    fc.assert(
      fc.property(anywhere, azimuth, leg, (from, direction, length) => {
        const end = wgs84.Direct(from.lat, from.lon, direction, length)
        const to = { lat: end.lat2 as number, lon: end.lon2 as number }
        expect(Math.abs(distanceM(from, to) - karney(from, to))).toBeLessThan(1e-4)
      }),
      { numRuns: process.env.SOAK ? 20_000 : 2_000 },
    )
  })

  test('a leg of up to 100 m is within 10 nm of the geodesic', () => {
    const leg = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(anywhere, azimuth, leg, (from, direction, length) => {
        const end = wgs84.Direct(from.lat, from.lon, direction, length)
        const to = { lat: end.lat2 as number, lon: end.lon2 as number }
        expect(Math.abs(distanceM(from, to) - karney(from, to))).toBeLessThan(1e-8)
      }),
      { numRuns: process.env.SOAK ? 5_000 : 500 },
    )
  })

  test("the distance of any two points on Earth agrees with Karney's algorithm", () => {
    fc.assert(
      fc.property(anywhere, anywhere, (from, to) => {
        expect(Math.abs(distanceM(from, to) - karney(from, to))).toBeLessThan(1e-4)
      }),
    )
  })

  test('a degree of the equator and of the meridian have their lengths', () => {
    expect(distanceM({ lat: 0, lon: 0 }, { lat: 0, lon: 1 })).toBeCloseTo(111_319.491, 3)
    expect(distanceM({ lat: 0, lon: 0 }, { lat: 1, lon: 0 })).toBeCloseTo(110_574.389, 3)
  })

  test('the distance across the antimeridian is the shorter one', () => {
    expect(distanceM({ lat: 0, lon: 179.99 }, { lat: 0, lon: -179.99 })).toBeCloseTo(2226.39, 1)
    expect(distanceM({ lat: 45, lon: 180 }, { lat: 45, lon: -180 })).toBeLessThan(1e-8)
  })

  test('distances along a line are the sums of its legs', () => {
    const points = [0, 0.1, 0.5, 0.5].map((lon) => ({ lat: 10, lon }))
    const along = distancesAlong(points)
    expect(along[0]).toBe(0)
    expect(along[2]).toBeCloseTo(
      karney(points[0] as TrackPoint, points[1] as TrackPoint) +
        karney(points[1] as TrackPoint, points[2] as TrackPoint),
      3,
    )
    expect(along[3]).toBe(along[2])
    expect(distancesAlong([])).toHaveLength(0)
  })
})

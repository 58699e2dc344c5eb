import { expect, test } from 'vitest'
import { boundsOf, lengthOf, middleOf, type Position, profileOf, unroll } from './way.ts'

test('a degree of latitude is 111 km', () => {
  expect(
    lengthOf([
      { lat: 46, lon: 8 },
      { lat: 47, lon: 8 },
    ]),
  ).toBeCloseTo(111_195, 0)
  expect([lengthOf([]), lengthOf([{ lat: 1, lon: 1 }])]).toEqual([0, 0])
})

test('a profile has the heights along the way, points without one included in the length', () => {
  const profile = profileOf([
    { lat: 46, lon: 8, ele: 100 },
    { lat: 46.01, lon: 8 },
    { lat: 46.02, lon: 8, ele: 300 },
  ])
  expect(profile?.points.map(({ ele }) => ele)).toEqual([100, 300])
  expect([profile?.lowest, profile?.highest, Math.round(profile?.points[1]?.metres ?? 0)]).toEqual([100, 300, 2224])
})

test('a way without heights has no profile, and a long one has few points', () => {
  expect(
    profileOf([
      { lat: 1, lon: 1 },
      { lat: 2, lon: 2, ele: 3 },
    ]),
  ).toBeNull()
  const long = Array.from({ length: 10_000 }, (_, index) => ({ lat: index / 1e5, lon: 0, ele: index }))
  const profile = profileOf(long)
  expect(profile?.points.length).toBeLessThanOrEqual(401)
  expect(profile?.points.at(-1)?.ele).toBe(9_999)
})

test('the middle of a box is inside it, also across the antimeridian', () => {
  expect(middleOf({ south: 46, west: 8, north: 47, east: 9 })).toEqual([8.5, 46.5])
  expect(middleOf({ south: -17, west: 178, north: -16, east: -179 })).toEqual([179.5, -16.5])
  expect(middleOf({ south: -17, west: 179, north: -16, east: -178 })).toEqual([-179.5, -16.5])
})

const at = (...lons: number[]): Position[] => lons.map((lon) => [lon, 0])
const unrolledLons = (...ways: Position[][]) => unroll(ways).map((way) => way.map(([lon]) => Math.round(lon * 10) / 10))

test('a line across the antimeridian goes on beyond 180, in a box as narrow as it is', () => {
  expect(unrolledLons(at(179.9, -179.9))).toEqual([[179.9, 180.1]])
  expect(unrolledLons(at(-179.9, 179.9))).toEqual([[180.1, 179.9]])
  const [west = 0, , east = 0] = boundsOf(unroll([at(179.9, -179.9)]).flat()) ?? []
  expect(east - west).toBeCloseTo(0.2)
})

test('places are near the lines and each other, and stay where they are when nothing crosses the antimeridian', () => {
  expect(unrolledLons(at(179.9, -179.9), at(-179), at(178))).toEqual([[179.9, 180.1], [181], [178]])
  expect(unrolledLons(at(-170), at(170))).toEqual([[190], [170]])
  expect(unroll([at(8.1, 8.2), at(-3.7), at(100)])).toEqual([at(8.1, 8.2), at(-3.7), at(100)])
  expect([unroll([]), boundsOf([])]).toEqual([[], null])
})

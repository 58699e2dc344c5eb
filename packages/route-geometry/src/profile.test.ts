import { describe, expect, test } from 'vitest'
import { trackLocator } from './nearest.ts'
import { profile } from './profile.ts'

const metre = 1 / 110_574.389
const line = (elevations: readonly (number | undefined)[], stepM = 100, lon = 0) =>
  elevations.map((ele, index) => ({ lat: index * stepM * metre, lon, ...(ele === undefined ? {} : { ele }) }))

describe('profile', () => {
  test('a short route gives all its points', () => {
    const pairs = profile([line([1, 2, 3])], 10)
    expect(pairs.map(({ ele }) => ele)).toEqual([1, 2, 3])
    expect(pairs[2]?.distanceM).toBeCloseTo(200, 3)
  })

  test('a long one keeps its ends and its summit', () => {
    const elevations = Array.from({ length: 5000 }, (_, index) => 500 + (index % 7))
    elevations[3111] = 560
    const pairs = profile([line(elevations)], 100)
    expect(pairs).toHaveLength(100)
    expect(pairs[0]?.ele).toBe(500)
    expect(pairs.at(-1)?.distanceM).toBeCloseTo(499_910, 0)
    expect(Math.max(...pairs.map(({ ele }) => ele ?? 0))).toBe(560)
  })

  test('the line breaks between segments and where elevation is missing for long', () => {
    expect(profile([line([1, 2]), line([5, 6], 100, 1)], 10).map(({ ele }) => ele)).toEqual([1, 2, null, 5, 6])
    expect(profile([line([1, undefined, 2], 600)], 10).map(({ ele }) => ele)).toEqual([1, null, 2])
    expect(profile([line([1, undefined, 2])], 10).map(({ ele }) => ele)).toEqual([1, 2])
  })

  test('no elevation, no profile', () => {
    expect(profile([line([undefined, undefined])], 10)).toEqual([])
  })
})

describe('nearest place on a track', () => {
  const locate = trackLocator([line([1, 1, 1]), line([1, 1], 1000, 1)])

  test('it is between two points, at its distance along the route', () => {
    const place = locate({ lat: 50 * metre, lon: 0.001 })
    expect(place).toMatchObject({ segment: 0, index: 0 })
    expect(place?.distanceAlongM).toBeCloseTo(50, 3)
    expect(place?.distanceM).toBeCloseTo(111.32, 1)
  })

  test('gaps between segments are not counted', () => {
    const place = locate({ lat: 500 * metre, lon: 1 })
    expect(place?.segment).toBe(1)
    expect(place?.distanceAlongM).toBeCloseTo(700, 2)
  })

  test('a point beyond an end is nearest to the end', () => {
    expect(locate({ lat: -1, lon: 0 })).toMatchObject({ lat: 0, lon: 0, distanceAlongM: 0 })
    expect(locate({ lat: 1, lon: 1 })?.distanceAlongM).toBeCloseTo(1200, 2)
  })

  test('of passes within the noise the first one counts; the distance to the track stays exact', () => {
    const out = line([1, 1, 1], 1000)
    const back = out.toReversed().map(({ lat }) => ({ lat, lon: 0.0001 }))
    const asked = { lat: 1500 * metre, lon: 0.0001 }
    const [exact, first] = [0, 20].map((noiseM) => trackLocator([[...out, ...back]], noiseM)(asked))
    expect(exact?.distanceAlongM).toBeCloseTo(2511, 0)
    expect(first?.distanceAlongM).toBeCloseTo(1500, 0)
    expect(first?.distanceM).toBe(exact?.distanceM)
  })

  test('a leg across the antimeridian is measured as any other', () => {
    const place = trackLocator([
      [
        { lat: 0, lon: 179.99 },
        { lat: 0, lon: -179.99 },
      ],
    ])({ lat: 0.001, lon: -179.999 })
    expect(place?.distanceM).toBeCloseTo(110.57, 1)
  })

  test('a route without points has no place; a single point is the place', () => {
    expect(trackLocator([])({ lat: 0, lon: 0 })).toBeUndefined()
    expect(trackLocator([[{ lat: 3, lon: 4 }]])({ lat: 0, lon: 0 })).toMatchObject({
      lat: 3,
      lon: 4,
      distanceAlongM: 0,
    })
  })
})

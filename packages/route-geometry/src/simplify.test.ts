import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trackLocator } from './nearest.ts'
import { simplifySegments } from './simplify.ts'
import type { TrackPoint } from './track-columns.ts'

const nearby = fc.record({
  lat: fc.double({ min: 46, max: 46.2, noNaN: true }),
  lon: fc.double({ min: 179.9, max: 180.1, noNaN: true }).map((lon) => (lon > 180 ? lon - 360 : lon)),
})

/** A track of one segment. */
const simplify = (points: readonly TrackPoint[], maxPoints: number) => {
  const { segments, deviationM } = simplifySegments([points], maxPoints)
  return { points: segments[0] ?? [], deviationM }
}

describe('simplification', () => {
  test("at most the given number of the track's points remain, and no omitted point is farther than the deviation", () => {
    const tracks = fc.array(fc.array(nearby, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(tracks, fc.integer({ min: 6, max: 80 }), (segments, maxPoints) => {
        const simplified = simplifySegments(segments, maxPoints)
        expect(simplified.segments.flat().length).toBeLessThanOrEqual(maxPoints)
        const own = new Set(segments.flat())
        expect(simplified.segments.flat().every((point) => own.has(point))).toBe(true)
        segments.forEach((points, index) => {
          const locate = trackLocator([simplified.segments[index] ?? []])
          for (const point of points) {
            expect(locate(point)?.distanceM).toBeLessThanOrEqual(simplified.deviationM * 1.001 + 0.001)
          }
        })
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  test('a track that is small enough is returned unchanged', () => {
    const points = [0, 1, 2].map((lon) => ({ lat: 0, lon, ele: lon }))
    expect(simplify(points, 3)).toEqual({ points, deviationM: 0 })
  })

  test('points on a straight line are omitted first and cause no deviation', () => {
    const points = Array.from({ length: 101 }, (_, index) => ({ lat: 0, lon: index / 1000 }))
    const { points: left, deviationM } = simplify(points, 2)
    expect(left).toEqual([points[0], points[100]])
    expect(deviationM).toBeLessThan(1e-6)
  })

  test('a corner of 111 m is kept while there is room; otherwise it is the deviation', () => {
    const points = [
      { lat: 0, lon: 0 },
      { lat: 0.001, lon: 0.05 },
      { lat: 0, lon: 0.1 },
      { lat: 0, lon: 0.2 },
    ]
    expect(simplify(points, 3).points).toContain(points[1])
    expect(simplify(points, 2).deviationM).toBeCloseTo(110.574, 1)
  })

  test('the line over the antimeridian is as straight as any other', () => {
    const points = Array.from({ length: 21 }, (_, index) => ({
      lat: 0,
      lon: index < 11 ? 179.9 + index / 100 : index / 100 - 180.1,
    }))
    expect(simplify(points, 2).deviationM).toBeLessThan(0.01)
  })

  test('a loop whose ends meet keeps its shape', () => {
    const loop = Array.from({ length: 361 }, (_, degree) => ({
      lat: 46 + 0.01 * Math.sin((degree * Math.PI) / 180),
      lon: 14 + 0.01 * Math.cos((degree * Math.PI) / 180),
    }))
    expect(simplify(loop, 36).deviationM).toBeLessThan(20)
  })

  test('of too many segments the longest remain, and the number of omitted ones is returned', () => {
    const segments = [0.1, 0.3, 0.2].map((length) => [0, length].map((lon) => ({ lat: 0, lon })))
    const simplified = simplifySegments(segments, 4)
    expect(simplified.segments).toEqual([[], segments[1], segments[2]])
    expect(simplified.segmentsLeftOut).toBe(1)
  })

  test('200,000 points of a widening zigzag do not take quadratic time', () => {
    const zigzag: TrackPoint[] = Array.from({ length: 200_000 }, (_, index) => ({
      lat: 46 + (index % 2 ? 1 : -1) * index * 1e-6,
      lon: 14 + index * 1e-6,
    }))
    expect(simplify(zigzag, 10_000).points).toHaveLength(10_000)
  })
})

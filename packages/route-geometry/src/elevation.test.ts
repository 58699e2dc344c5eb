import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { climbMeter } from './elevation.ts'
import { routeStatistics } from './statistics.ts'
import type { TrackPoint } from './track-columns.ts'

/** Northward from the equator with a point every `stepM` metres. */
const line = (elevations: readonly (number | undefined)[], stepM = 50, lon = 0): TrackPoint[] =>
  elevations.map((ele, index) => ({
    lat: (index * stepM) / 110_574.389,
    lon,
    ...(ele === undefined ? {} : { ele }),
  }))

const climb = (...segments: TrackPoint[][]) => {
  const { ascentM, descentM } = routeStatistics(segments, 'hiking')
  return { ascentM, descentM }
}

describe('climb', () => {
  test('a climb and its descent count from turning point to turning point', () => {
    expect(climb(line([500, 520, 540, 530, 510, 500]))).toEqual({ ascentM: 40, descentM: 40 })
  })

  test('waves lower than ten metres are noise', () => {
    const waves = Array.from({ length: 1000 }, (_, index) => 500 + (index % 2) * 9)
    expect(climb(line(waves))).toEqual({ ascentM: 0, descentM: 0 })
  })

  test('a slow climb counts however densely it is sampled', () => {
    for (const count of [3, 30, 3000]) {
      const ramp = Array.from({ length: count }, (_, index) => 500 + (100 * index) / (count - 1))
      expect(climb(line(ramp, 10_000 / count)).ascentM).toBeCloseTo(100, 9)
    }
  })

  test('the hysteresis continues from segment to segment, and the rise in a gap does not count', () => {
    expect(climb(line([100, 106]), line([306, 312], 50, 1))).toEqual({ ascentM: 12, descentM: 0 })
  })

  test('a point steeper than 70 % on both sides is a measurement error', () => {
    expect(climb(line([500, 500, 900, 500, 500]))).toEqual({ ascentM: 0, descentM: 0 })
    expect(climb(line([500, 500, 0, 500, 500]))).toEqual({ ascentM: 0, descentM: 0 })
  })

  test('a steep slope, and a summit less steep than 70 %, count', () => {
    expect(climb(line([500, 550, 600, 650]))).toEqual({ ascentM: 150, descentM: 0 })
    expect(climb(line([500, 530, 500]))).toEqual({ ascentM: 30, descentM: 30 })
  })

  test('a missing elevation never counts as zero', () => {
    expect(climb(line([500, undefined, 540]))).toEqual({ ascentM: 40, descentM: 0 })
    expect(climb(line([undefined, 500, 540, undefined]))).toEqual({ ascentM: 40, descentM: 0 })
  })

  test('over a long stretch without elevations the climb is unknown', () => {
    const unknown = { ascentM: null, descentM: null }
    expect(climb(line([500, undefined, 540], 300))).toEqual(unknown)
    expect(climb(line([undefined, 500, 540], 600))).toEqual(unknown)
    expect(climb(line([500, 540, undefined], 600))).toEqual(unknown)
    expect(climb(line([500, 540]), line([undefined, undefined], 600))).toEqual(unknown)
    expect(climb(line([undefined, undefined]))).toEqual(unknown)
    expect(climb([])).toEqual(unknown)
  })

  test('two known points far apart are no gap', () => {
    expect(climb(line([500, 900], 5000))).toEqual({ ascentM: 400, descentM: 0 })
  })

  test('ascent minus descent is the difference of the ends, up to the hysteresis at both', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -400, max: 8848, noNaN: true }), { minLength: 1 }), (elevations) => {
        const meter = climbMeter()
        for (const elevation of elevations) meter.add(elevation)
        const { ascentM, descentM } = meter.total()
        const net = (elevations.at(-1) as number) - (elevations[0] as number)
        expect(Math.abs(ascentM - descentM - net)).toBeLessThan(20)
        expect(Math.min(ascentM, descentM)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('the share of points with elevation is returned', () => {
    expect(routeStatistics([line([1, undefined, undefined, 2])], 'hiking').shareWithElevation).toBe(0.5)
    expect(routeStatistics([], 'hiking').shareWithElevation).toBe(0)
  })
})

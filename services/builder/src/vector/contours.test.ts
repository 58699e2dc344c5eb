import type { MapWindow } from '@guidebook/roadbook'
import { expect, test } from 'vitest'
import { contourLines, type Elevations } from './contours.ts'

/** A map of 10 km width in the Alps. */
const share = 10 / (40_075 * Math.cos((46.5 * Math.PI) / 180))
const windowOf = (width: number): MapWindow => {
  const edges = { left: 0.53, right: 0.53 + width, top: 0.3543, bottom: 0.3543 + (width * 2) / 3 }
  return { map: 0, ...edges, width: 300, height: 200, background: '#ffffff' }
}

/** A plane that rises eastward, over the window with 4 pixels around. */
const slope = (low: number, high: number): Elevations => {
  const [width, height] = [608, 408]
  const values = Float32Array.from(
    { length: width * height },
    (_, at) => low + ((high - low) * ((at % width) - 4)) / 600,
  )
  return { width, height, values, left: -2, top: -2, pixel: 0.5 }
}

test('lines are at multiples of the interval, the fifth is thick, and none is along the edge of the data', () => {
  const lines = contourLines(windowOf(share), slope(1_905, 2_105))
  expect(lines.filter(({ kind }) => kind === 'index-contour')).toHaveLength(2)
  const xs = lines.map(({ parts }) => {
    expect(parts).toHaveLength(1)
    return Math.round(parts[0]?.[0] as number)
  })
  const expected = Array.from({ length: 10 }, (_, at) => Math.round((300 * (15 + 20 * at)) / 200))
  for (const x of expected) expect(xs.some((one) => Math.abs(one - x) <= 1)).toBe(true)
})

test('wider maps have larger intervals, and those of a region none', () => {
  const count = (width: number) => contourLines(windowOf(width), slope(1_905, 2_105)).length
  expect(count(2 * share)).toBeLessThan(count(share))
  expect(count(20 * share)).toBe(0)
})

test('unknown elevations count as sea level, which has no line', () => {
  const unknown = { ...slope(0, 0), values: new Float32Array(608 * 408).fill(Number.NaN) }
  expect(contourLines(windowOf(share), unknown)).toEqual([])
})

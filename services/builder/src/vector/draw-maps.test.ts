import { expect, test } from 'vitest'
import { mostDensity } from './draw-maps.ts'

test('maps with few points leave their room to dense ones', () => {
  const maps = [
    { area: 10, points: 100 },
    { area: 10, points: 5_000 },
    { area: 20, points: 9_000 },
  ]
  const density = mostDensity(maps, 6_100)
  expect(density).toBe(200)
  expect(maps.reduce((sum, { area, points }) => sum + Math.min(points, area * density), 0)).toBe(6_100)
})

test('maps with fewer points than there may be are unchanged', () => {
  expect(mostDensity([{ area: 10, points: 100 }], 100)).toBe(Number.POSITIVE_INFINITY)
  expect(mostDensity([], 100)).toBe(Number.POSITIVE_INFINITY)
})

import type { VectorShape } from '@guidebook/roadbook'
import { expect, test } from 'vitest'
import { withFewerPoints } from './clip-shapes.ts'

const mostPoints = 30_000
const pointsIn = (all: readonly VectorShape[]) => all.flatMap(({ parts }) => parts).flat().length / 2

/** `count` zigzags with these many points, as wide as `span`; each a little wider than the one before. */
const zigzags = (count: number, points: number, span: number): VectorShape[] =>
  Array.from({ length: count }, (_, at) => {
    const width = span * (1 + at / count)
    const line = Array.from({ length: points }, (_, index) => [(width * index) / (points - 1), (index % 2) * width])
    return { kind: 'path', parts: [line.flat()] }
  })

test('a map with few points is drawn as it is', () => {
  const shapes = zigzags(100, 20, 5)
  expect(withFewerPoints(shapes, mostPoints)).toBe(shapes)
})

test('a map full of tiny shapes shows the largest of them instead of nothing', () => {
  const shapes = withFewerPoints(zigzags(20_000, 8, 0.4), mostPoints)
  expect(pointsIn(shapes)).toBeGreaterThan(mostPoints - 8)
  expect(pointsIn(shapes)).toBeLessThanOrEqual(mostPoints)
  expect(shapes.at(-1)?.parts).toHaveLength(1)
  expect(shapes[0]?.parts).toHaveLength(0)
})

test('a map full of large shapes that cannot be simplified has no more points than another', () => {
  const shapes = withFewerPoints(zigzags(20_000, 8, 50), mostPoints)
  expect(pointsIn(shapes)).toBeGreaterThan(mostPoints - 8)
  expect(pointsIn(shapes)).toBeLessThanOrEqual(mostPoints)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Point } from './svg.ts'
import { thinLines } from './thin-line.ts'

const coordinate = fc.oneof(fc.double({ min: 0, max: 500, noNaN: true }), fc.integer({ min: 0, max: 3 }))
const line = fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 60 })
/** Steps that are too small to be visible, as in recorded tracks. */
const crowded = fc
  .array(fc.record({ dx: fc.double({ min: -0.2, max: 0.2, noNaN: true }), dy: fc.integer({ min: -1, max: 1 }) }), {
    maxLength: 300,
  })
  .map((steps) => {
    let at = { x: 0, y: 0 }
    return steps.map(({ dx, dy }) => {
      at = { x: at.x + dx, y: at.y + dy / 20 }
      return at
    })
  })

const thinLine = (line: readonly Point[], tolerance?: number): readonly Point[] =>
  thinLines([line], undefined, tolerance)[0] ?? []

const distance = ({ x, y }: Point, from: Point, to: Point): number => {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square))
  return Math.hypot(x - from.x - share * dx, y - from.y - share * dy)
}

/** The largest distance of a removed point from the line between the remaining points around it. */
const farthest = (whole: readonly Point[], left: readonly Point[]): number => {
  let most = 0
  let next = 1
  for (const point of whole) {
    if (point === left[next] && next < left.length - 1) next++
    const near = [next - 1, next].map((index) => distance(point, left[index - 1] ?? point, left[index] ?? point))
    most = Math.max(most, Math.min(...near))
  }
  return most
}

describe('a simplified line', () => {
  test('is within the tolerance, keeps both ends, and has only points of the original in their order', () => {
    fc.assert(
      fc.property(fc.oneof(line, crowded), fc.constantFrom(0.12, 1, 20), (whole, tolerance) => {
        const left = thinLine(whole, tolerance)
        expect([left[0], left.at(-1)]).toEqual([whole[0], whole.at(-1)])
        const places = left.map((point) => whole.indexOf(point))
        expect(places).toEqual(places.toSorted((one, other) => one - other))
        if (whole.length > 1) expect(farthest(whole, left)).toBeLessThanOrEqual(tolerance + 1e-9)
      }),
    )
  })

  test('of a straight line has two points', () => {
    const straight = Array.from({ length: 10_000 }, (_, index) => ({ x: index / 40, y: index / 80 }))
    expect(thinLine(straight)).toEqual([straight[0], straight.at(-1)])
  })

  test('keeps the turning point of a line that returns to its start', () => {
    const [home, pass] = [
      { x: 0, y: 0 },
      { x: 90, y: 40 },
    ]
    expect(thinLine([home, { x: 45, y: 20 }, pass, { x: 45, y: 20 }, home])).toEqual([home, pass, home])
  })

  test('is coarser if all lines together have too many points', () => {
    const waves = [1, 5, 25].map((height) =>
      Array.from({ length: 3_000 }, (_, index) => ({ x: index / 6, y: height * Math.sin(index / 4) })),
    )
    const thinned = thinLines(waves, 600)
    expect(thinned.flat().length).toBeLessThanOrEqual(600)
    expect(thinned.map(({ length }) => length)).toEqual(thinned.map(({ length }) => length).toSorted((a, b) => a - b))
    expect(thinned.map((one) => [one[0], one.at(-1)])).toEqual(waves.map((one) => [one[0], one.at(-1)]))
  })

  test('keeps its ends even if there are too many lines', () => {
    const dashes = Array.from({ length: 50 }, (_, index) => [0, 1, 5].map((y) => ({ x: index, y: y + (index % 2) })))
    expect(thinLines(dashes, 10).every(({ length }) => length === 2)).toBe(true)
  })
})

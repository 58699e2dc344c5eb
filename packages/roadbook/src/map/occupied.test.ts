import { expect, test } from 'vitest'
import { boxAround, Occupied } from './occupied.ts'

const isOnLine = (occupied: Occupied, x: number, y: number) => occupied.isOnLine(boxAround({ x, y }, 3))

test('a line is recorded in the drawing, however far it continues beyond', () => {
  const occupied = new Occupied(500, 600)
  // A few hundred thousand kilometres at 1:50,000: each of its steps would need more memory than there is.
  occupied.takeLines([
    [
      { x: -1e10, y: 300 },
      { x: 1e10, y: 300 },
    ],
  ])
  for (const x of [3, 250, 497]) expect([isOnLine(occupied, x, 300), isOnLine(occupied, x, 320)]).toEqual([true, false])
})

test('lines that end in the drawing, or are a single point, are recorded to their ends', () => {
  const occupied = new Occupied(500, 600)
  occupied.takeLines([
    [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ],
    [{ x: 400, y: 400 }],
  ])
  expect([100, 150, 200, 210].map((x) => isOnLine(occupied, x, 100))).toEqual([true, true, true, false])
  expect(isOnLine(occupied, 400, 400)).toBe(true)
})

import { expect, it } from 'vitest'
import { Occupied } from './occupied.ts'
import { placeLabel } from './place-label.ts'

const style = { size: 8, fill: '#000000' }

it('a bold name, which is wider, goes to the other side where a regular one just fits', () => {
  const placed = (weight: 400 | 700) =>
    placeLabel(new Occupied(100, 100), { x: 74, y: 50 }, 3, 'Milk', { ...style, weight })
  expect(placed(400)).not.toContain('text-anchor')
  expect(placed(700)).toContain('text-anchor="end"')
})

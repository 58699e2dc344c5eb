import { expect, it } from 'vitest'
import { inShape } from './row-shape.ts'

it.each([
  [['1', '2', '3'], { cells: ['1', '2', '3'] }],
  [['1', '2'], { cells: ['1', '2'] }],
  [['1', '2', '3', '', ' '], { cells: ['1', '2', '3'] }],
  [['1', '2', '3', 'x'], { cells: ['1', '2', '3', 'x'], fault: 'too-many-cells' }],
])('%j under three columns is %j', (cells, shaped) => {
  expect(inShape(cells, 3)).toEqual(shaped)
})

import { expect, test } from 'vitest'
import { alignByOrdinality } from './align-by-ordinality.ts'

test('rows are returned in the order of their keys, with null for a key without a row', () => {
  const rows = [
    { place: 3, name: 'c' },
    { place: 1, name: 'a' },
  ]
  expect(alignByOrdinality<{ name: string }>(4, rows)).toEqual([{ name: 'a' }, null, { name: 'c' }, null])
  expect(alignByOrdinality(0, [])).toEqual([])
})

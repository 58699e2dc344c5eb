import { expect, test } from 'vitest'
import { inPlaces } from './in-places.ts'

test('rows come in the order of the questions, whatever theirs was, and null where there is none', () => {
  const rows = [
    { place: 3, name: 'c' },
    { place: 1, name: 'a' },
  ]
  expect(inPlaces<{ name: string }>(4, rows)).toEqual([{ name: 'a' }, null, { name: 'c' }, null])
  expect(inPlaces(0, [])).toEqual([])
})

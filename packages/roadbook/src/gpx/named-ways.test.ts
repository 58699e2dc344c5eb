import { expect, test } from 'vitest'
import { uniqueNames } from './named-ways.ts'

test('equal file names get different numbers, which no other file has', () => {
  const unique = uniqueNames()
  expect(['a-3', 'a', 'a', 'b', 'a', 'a-3'].map(unique)).toEqual(['a-3', 'a', 'a-2', 'b', 'a-4', 'a-3-2'])
})

test('100,000 equal file names are made unique', () => {
  const unique = uniqueNames()
  const names = Array.from({ length: 100_000 }, () => unique('way'))
  expect([names[0], names[1], names.at(-1), new Set(names).size]).toEqual(['way', 'way-2', 'way-100000', 100_000])
})

import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test('a search has at most eight different words, which are the first', () => {
  expect(searchWords(' a b  a c\td e f g h i j ')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  expect(searchWords(' ')).toEqual([])
  expect(searchWords()).toEqual([])
})

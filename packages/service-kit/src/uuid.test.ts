import { expect, test } from 'vitest'
import { isUuid, uuidv7 } from './uuid.ts'

test('identifiers of the same millisecond sort by their creation, too', () => {
  const ids = Array.from({ length: 10_000 }, uuidv7)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isUuid)).toBe(true)
})

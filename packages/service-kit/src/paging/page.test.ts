import { expect, it } from 'vitest'
import { ServiceError } from '../errors/index.ts'
import { decodeCursor, toPage } from './page.ts'

const rows = [5, 4, 3].map((id) => ({ id }))

it('a page that is followed by another says how to go on', () => {
  const page = toPage(
    rows,
    2,
    ({ id }) => [id],
    ({ id }) => id,
  )
  expect(page.items).toEqual([5, 4])
  expect(decodeCursor(page.nextCursor ?? '', ['number'])).toEqual([4])
})

it('the last page and the empty page have no cursor', () => {
  expect(
    toPage(
      rows,
      3,
      ({ id }) => [id],
      ({ id }) => id,
    ).nextCursor,
  ).toBeNull()
  expect(
    toPage(
      [],
      3,
      () => [],
      () => 0,
    ),
  ).toEqual({ items: [], nextCursor: null })
})

it.each(['', 'x', '!!', 'W10', 'WyJhIl0', 'bnVsbA'])('the cursor %j of someone else’s making is refused', (cursor) => {
  expect(() => decodeCursor(cursor, ['number'])).toThrow(ServiceError)
})

import { expect, it } from 'vitest'
import { ServiceError } from '../errors/index.ts'
import { decodeCursor, nextLink, toPage } from './page.ts'

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

const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')

it.each([[['x']], [[1]], [['01890a5d-ac96-774b-bcce-b302099a8057', 1]]])('a cursor of %j names no row', (key) => {
  expect(() => decodeCursor(cursorOf(key), ['uuid'])).toThrow(ServiceError)
})

it.each([1.5, 1e300, '1'])('a cursor of %j is no number of a row', (key) => {
  expect(() => decodeCursor(cursorOf([key]), ['number'])).toThrow(ServiceError)
})

it('the header leads to the next page by the same question', () => {
  const raw = { url: '/content/library?limit=2&cursor=a' } as Parameters<typeof nextLink>[0]['raw']
  expect(nextLink({ raw }, 'b')).toEqual({ Link: '<?limit=2&cursor=b>; rel="next"' })
  expect(nextLink({ raw }, null)).toEqual({})
})

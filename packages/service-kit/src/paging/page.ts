import { validate } from '@guidebook/contracts'
import { Type } from 'typebox'
import { failWith } from '../errors/index.ts'
import { isStorable } from '../http/parse-json.ts'
import type { OperationRequest } from '../http/route.ts'
import { isUuid } from '../uuid.ts'

/** Bytes of stored text after which a page ends early: 200 rows that are legal one by one can be gigabytes together. */
const maxPageBytes = 4 * 1024 * 1024

/** What `limitPageBytes` adds to a row. */
export interface BoundedRow {
  hasNext: boolean
}

/**
 * SQL that cuts the page which `rows` selects after the row that exceeds `maxPageBytes`. `rows` has a column `bytes`; `order` sorts its
 * columns. PostgreSQL reads large values, which it stores outside the row, only of the rows that it sends.
 */
export const limitPageBytes = (rows: string, order: string): string =>
  `SELECT * FROM (
     SELECT *, sum(bytes) OVER page - bytes AS "bytesBefore", lead(true, 1, false) OVER page AS "hasNext" FROM (${rows}) r
     WINDOW page AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)) p
   WHERE "bytesBefore" <= ${maxPageBytes} ORDER BY ${order}`

/** One page of a list, and the cursor of the next one; `null` on the last page. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** The position of a cursor: the sort key of the last returned item. */
type CursorKey = readonly (string | number)[]

type KeyOf<Row> = (row: Row) => CursorKey
type Present<Row, T> = (row: Row) => T

/**
 * Makes a page of rows that were read with one more than `limit`, which shows whether another page follows. `keyOf` is the sort key of
 * a row, which the cursor contains: with keyset paging every page costs the same.
 */
export function toPage<Row, T>(
  rows: readonly Row[],
  limit: number,
  keyOf: KeyOf<Row>,
  present: Present<Row, T>,
): Page<T> {
  return cutPage(rows, limit, () => rows.length > limit, keyOf, present)
}

/** The same for rows of `limitPageBytes`, which may be fewer than `limit` although another page follows. */
export function toBoundedPage<Row extends BoundedRow, T>(
  rows: readonly Row[],
  limit: number,
  keyOf: KeyOf<Row>,
  present: Present<Row, T>,
): Page<T> {
  return cutPage(rows, limit, ({ hasNext }) => hasNext, keyOf, present)
}

function cutPage<Row, T>(
  rows: readonly Row[],
  limit: number,
  hasNext: (last: Row) => boolean,
  keyOf: KeyOf<Row>,
  present: Present<Row, T>,
): Page<T> {
  const given = rows.slice(0, limit)
  const last = given.at(-1)
  return {
    items: given.map(present),
    nextCursor: last !== undefined && hasNext(last) ? encodeCursor(keyOf(last)) : null,
  }
}

function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

const day = Type.String({ format: 'date' })

const fitting = {
  string: (part: unknown) => typeof part === 'string' && isStorable(part),
  uuid: (part: unknown) => typeof part === 'string' && isUuid(part),
  date: (part: unknown) => typeof part === 'string' && validate(day, part).length === 0,
  /** Sort keys of tables are whole numbers. */
  number: Number.isSafeInteger,
  int32: (part: unknown) => Number.isSafeInteger(part) && Math.abs(part as number) < 2 ** 31,
} as const

/** Decodes a cursor to a sort key of `types`; `null` without a cursor. A cursor that we did not create is a 422 at `/cursor`. */
export function decodeCursor<const T extends readonly (keyof typeof fitting)[]>(
  cursor: string | undefined,
  types: T,
): { [I in keyof T]: T[I] extends 'number' | 'int32' ? number : string } | null {
  if (cursor === undefined) return null
  const key = parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  const fits = Array.isArray(key) && key.length === types.length && types.every((type, i) => fitting[type](key[i]))
  if (!fits)
    failWith('invalid-field', [
      { pointer: '/cursor', code: 'invalid-field', message: 'must be the nextCursor of a page' },
    ])
  return key as never
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // We did not create this cursor.
    return null
  }
}

/**
 * The `Link` header (RFC 8288) of the next page: the same query with its cursor, relative to the address that the client requested, which
 * may have a path prefix. None on the last page.
 */
export function nextLink({ raw }: Pick<OperationRequest, 'raw'>, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {}
  const { searchParams } = new URL(raw.url ?? '/', 'http://localhost')
  searchParams.set('cursor', nextCursor)
  return { Link: `<?${searchParams}>; rel="next"` }
}

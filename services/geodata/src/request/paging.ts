import { decodeCursor, failWith, type OperationRequest } from '@guidebook/service-kit'
import { isInternalId } from '../item/queries.ts'

const fault = { pointer: '/cursor', code: 'invalid-field', message: 'must be the nextCursor of a page' } as const

/** The ID after which a page begins; null for the first page. */
export const readCursor = (cursor: string | undefined): string | null => {
  const key = decodeCursor(cursor, ['string'])
  if (key === null) return null
  return isInternalId(key[0]) ? key[0] : failWith('invalid-field', [fault])
}

/** The header that leads to the next page: the same question with its cursor. */
export const nextLink = ({ raw }: Pick<OperationRequest, 'raw'>, nextCursor: string | null): Record<string, string> => {
  if (nextCursor === null) return {}
  const { pathname, searchParams } = new URL(raw.url ?? '/', 'http://localhost')
  searchParams.set('cursor', nextCursor)
  return { Link: `<${pathname}?${searchParams}>; rel="next"` }
}

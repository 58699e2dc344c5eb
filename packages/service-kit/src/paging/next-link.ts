import type { OperationRequest } from '../http/route.ts'

/** The header (RFC 8288) that leads to the next page of a list: the same question with its cursor. None on the last page. */
export function nextLink({ raw }: Pick<OperationRequest, 'raw'>, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {}
  const { pathname, searchParams } = new URL(raw.url ?? '/', 'http://localhost')
  searchParams.set('cursor', nextCursor)
  return { Link: `<${pathname}?${searchParams}>; rel="next"` }
}

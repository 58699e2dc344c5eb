/** Loads lists of the API page by page. */
import type { Page } from '@guidebook/client'
import { type keepPreviousData, type QueryFunctionContext, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

interface Options<T> {
  placeholderData?: typeof keepPreviousData
  /** While a loaded row is unfinished, the list is requested again every ten seconds. */
  isUnfinished?: (row: T) => boolean
}

/** `read` requests the page at a cursor. If it passes `signal` on, the request is aborted when no component needs the page any more. */
export function usePages<T>(
  key: readonly unknown[],
  read: (cursor: string | undefined, context: Pick<QueryFunctionContext, 'signal'>) => { page(): PromiseLike<Page<T>> },
  { isUnfinished = () => false, ...options }: Options<T> = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async (context): Promise<Page<T>> => await read(context.pageParam as string | undefined, context).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some((row) => isUnfinished(row))) === true && 10_000,
    ...options,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items), [query.data])
  return {
    rows,
    query,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
  }
}

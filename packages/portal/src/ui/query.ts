/** Lists in pages of the API, one after the other. */
import type { Page } from '@guidebook/client'
import { type keepPreviousData, type QueryFunctionContext, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/** `read` requests the page at a cursor. If it takes the signal, the query can be cancelled, and is when nobody needs it any more. */
export function usePages<T>(
  key: readonly unknown[],
  read: (cursor: string | undefined, context: Pick<QueryFunctionContext, 'signal'>) => { page(): PromiseLike<Page<T>> },
  options: { placeholderData?: typeof keepPreviousData } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async (context): Promise<Page<T>> => await read(context.pageParam as string | undefined, context).page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
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

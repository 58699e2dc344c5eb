/** Lists in pages of the API, one after the other. */
import type { Page } from '@guidebook/client'
import { type keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

/** `read` requests the page at a cursor. */
export function usePages<T>(
  key: readonly unknown[],
  read: (cursor: string | undefined) => { page(): PromiseLike<Page<T>> },
  options: { placeholderData?: typeof keepPreviousData } = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: async ({ pageParam }): Promise<Page<T>> => await read(pageParam as string | undefined).page(),
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

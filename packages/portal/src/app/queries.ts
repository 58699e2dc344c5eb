import { ApiError } from '@guidebook/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { AfterEnd } from '../session/session.ts'

/**
 * The client retries calls, so queries do not. A 401 ends the session: the pages ask the person to sign in again. Until then, pages that stay
 * load nothing.
 */
export function createQueries<T extends { ended?: true }>(
  sessionKey: readonly string[],
  afterEnd: AfterEnd<T>,
): QueryClient {
  const noticeEnd = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && error.operation !== 'POST /session')
      queries.setQueryData<T | null>(sessionKey, (last) => afterEnd(last ?? null))
  }
  const isOpen = () => queries.getQueryData<T | null>(sessionKey)?.ended === undefined
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always', enabled: isOpen },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

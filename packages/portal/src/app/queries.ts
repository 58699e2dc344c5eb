import { ApiError } from '@guidebook/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

/** The client retries calls, so queries do not. A 401 ends the session: the pages ask the person to sign in again. */
export function createQueries(sessionKey: readonly string[]): QueryClient {
  const noticeEnd = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && error.operation !== 'POST /session')
      queries.setQueryData(sessionKey, null)
  }
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  return queries
}

import { ApiError } from '@guidebook/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callBelow } from '../session/portal-call.ts'
import { forgetAll } from '../session/session.ts'

export interface SupportSession {
  name: string
  expiresAt: string
}

export const sessionKey = ['support-session'] as const

const sessionCall = <T>(method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<T> =>
  callBelow('/support', { id: `${method} /session`, method, path: '/session' }, body === undefined ? {} : { body })

/** Null: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<SupportSession | null> => {
    try {
      return await sessionCall<SupportSession>('GET')
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery)

export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => sessionCall<SupportSession>('POST', { token }),
    onSuccess: (session) => queries.setQueryData(sessionKey, session),
  })
}

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => sessionCall('DELETE'),
    onSuccess: () => forgetAll(queries, sessionKey, null),
  })
}

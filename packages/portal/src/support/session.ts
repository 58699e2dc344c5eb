import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callBelow } from '../session/portal-call.ts'
import { forgetAll, sessionQueryOf } from '../session/session.ts'

export interface SupportSession {
  name: string
  expiresAt: string
}

export const sessionKey = ['support-session'] as const

const sessionCall = <T>(method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<T> =>
  callBelow('/support', { id: `${method} /session`, method, path: '/session' }, body === undefined ? {} : { body })

export const useSession = () => useQuery(sessionQueryOf(sessionKey, () => sessionCall<SupportSession>('GET')))

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

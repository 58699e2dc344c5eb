import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callBelow } from '../session/portal-call.ts'
import { type AfterEnd, forgetAll, sessionQueryOf } from '../session/session.ts'

export interface SupportSession {
  name: string
  expiresAt: string
  /** Set when the service no longer accepts it. Its page stays, with what was typed, until somebody signs in. */
  ended?: true
}

export const sessionKey = ['support-session'] as const

const sessionCall = <T>(method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<T> =>
  callBelow('/support', { id: `${method} /session`, method, path: '/session' }, body === undefined ? {} : { body })

export const endedSession: AfterEnd<SupportSession> = (last) => last && { ...last, ended: true }

export const sessionQuery = sessionQueryOf(sessionKey, () => sessionCall<SupportSession>('GET'), endedSession)

export const useSession = () => useQuery(sessionQuery)

export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => sessionCall<SupportSession>('POST', { token }),
    onSuccess: async (session) => {
      // A response to an earlier request would end the new session.
      await queries.cancelQueries({ queryKey: sessionKey })
      queries.setQueryData(sessionKey, session)
    },
  })
}

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => sessionCall('DELETE'),
    onSuccess: () => forgetAll(queries, sessionKey, null),
  })
}

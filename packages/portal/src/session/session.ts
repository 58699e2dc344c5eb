import { ApiError } from '@guidebook/client'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { portalCall } from './portal-call.ts'

/** Each role includes the permissions of the roles before it. */
export const roles = ['viewer', 'office', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export interface Membership {
  id: string
  name: string
  oid: string
  role: Role
  test: boolean
}

export interface Person {
  id: string
  email: string
  name: string | null
  language: string | null
}

export interface Session {
  user: Person
  accounts: Membership[]
  expiresAt: string
  /** Set if support opened the portal. */
  support: { name: string; reason: string } | null
  /** Set when the service no longer accepts it. Its page stays, with what was typed, until somebody signs in. */
  ended?: true
}

export const sessionKey = ['session'] as const

/** What is left of a session that the service does not accept. */
export type AfterEnd<T> = (last: T | null) => T | null

/** Null: nobody is signed in. */
export const sessionQueryOf = <T extends { ended?: true }>(
  key: readonly string[],
  read: () => Promise<T>,
  afterEnd: AfterEnd<T>,
) =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ client }): Promise<T | null> => {
      try {
        return await read()
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return afterEnd(client.getQueryData<T>(key) ?? null)
        throw error
      }
    },
    staleTime: 60_000,
    // After the end, the person may sign in in another tab.
    refetchOnWindowFocus: ({ state }) => (state.data?.ended ? 'always' : true),
    enabled: true,
  })

/** Support opens its session again from its own pages, as another one. */
export const endedSession: AfterEnd<Session> = (last) =>
  last === null || last.support !== null ? null : { ...last, ended: true }

export const sessionQuery = sessionQueryOf(sessionKey, () => portalCall<Session>('GET', '/session'), endedSession)

export const isOpen = <T extends { ended?: true }>(session: T | null | undefined): session is T =>
  session != null && session.ended === undefined

export const useSession = () => useQuery(sessionQuery)

interface Methods {
  mail: boolean
  passkey: boolean
  openid: { name: string } | null
}

/** The ways to sign in that are configured. */
export const methodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => portalCall<Methods>('GET', '/sign-in-methods'),
  staleTime: Number.POSITIVE_INFINITY,
  // Also after the end of a session.
  enabled: true,
})

export const may = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/**
 * Sets the session and removes everything else that was loaded. The session's query stays: pages observe it, and would not notice that a new one
 * replaces it.
 */
export function forgetAll(queries: QueryClient, key: readonly string[], session: unknown): void {
  queries.setQueryData(key, session)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
}

/** Opens a session by a proof. `onOpened` gets it while the pages do not know it yet. */
export function useSignIn(onOpened: (session: Session) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (proof: object) => portalCall<Session>('POST', '/session', { body: proof }),
    onSuccess: async (session) => {
      // A response to an earlier request would end the new session.
      await queries.cancelQueries({ queryKey: sessionKey })
      onOpened(session)
    },
  })
}

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => portalCall('DELETE', '/session'),
    onSuccess: () => forgetAll(queries, sessionKey, null),
  })
}

export function useChangePerson() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Pick<Person, 'name' | 'language'>>) => portalCall('PATCH', '/user', { body: change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionKey }),
  })
}

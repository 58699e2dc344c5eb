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
}

export const sessionKey = ['session'] as const

/** Null: nobody is signed in. */
export const sessionQueryOf = <T>(key: readonly string[], read: () => Promise<T>) =>
  queryOptions({
    queryKey: key,
    queryFn: async (): Promise<T | null> => {
      try {
        return await read()
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
    staleTime: 60_000,
  })

export const sessionQuery = sessionQueryOf(sessionKey, () => portalCall<Session>('GET', '/session'))

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

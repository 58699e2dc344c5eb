import { ApiError } from '@guidebook/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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
}

export const sessionKey = ['session'] as const

/** Null: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await portalCall<Session>('GET', '/session')
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 60_000,
})

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

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => portalCall('DELETE', '/session'),
    onSuccess: () => {
      queries.clear()
      queries.setQueryData(sessionKey, null)
    },
  })
}

export function useChangePerson() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Pick<Person, 'name' | 'language'>>) => portalCall('PATCH', '/user', { body: change }),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionKey }),
  })
}

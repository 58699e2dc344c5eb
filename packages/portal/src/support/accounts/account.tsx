/** The account whose tabs are open. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { createContext, use, useCallback } from 'react'
import { call } from '../api/call.ts'
import type { Account } from './accounts-page.tsx'

const accountKey = (id: string) => ['account', id] as const

export const useAccountId = (): string => (useParams({ strict: false }) as { id?: string }).id ?? ''

export const useAccountQuery = (id: string) =>
  useQuery({ queryKey: accountKey(id), queryFn: () => call('readAccountForSupport', { params: { account_id: id } }) })

const AccountContext = createContext<Account | null>(null)
export const AccountProvider = AccountContext.Provider

export function useOpenAccount(): Account {
  const value = use(AccountContext)
  if (value === null) throw new Error('useOpenAccount needs an AccountProvider')
  return value
}

/** Returns a function that reloads the account, its lists, and the list of accounts. */
export function useReload() {
  const queries = useQueryClient()
  const id = useAccountId()
  return useCallback(async () => {
    await queries.invalidateQueries({ queryKey: accountKey(id) })
    void queries.invalidateQueries({ queryKey: ['accounts'] })
  }, [queries, id])
}

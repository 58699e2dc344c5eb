/** The account whose pages are open, and the client that calls the partner operations for it. */
import type { OwnAccount } from '@guidebook/client'
import { type Client, clientOf, systemTiming } from '@guidebook/client/internal'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { TimeZoneProvider } from '../i18n/texts.tsx'
import { settingsFor } from '../session/portal-call.ts'
import { type Membership, may, type Role } from '../session/session.ts'

interface AccountValue {
  account: Membership
  client: Client
  /** Undefined until they are loaded. A page that cannot be shown without them reads `useSettings`. */
  settings: OwnAccount | undefined
  may(role: Role): boolean
}

const AccountContext = createContext<AccountValue | null>(null)

function createAccountClient(account: string): Client {
  const settings = settingsFor('/portal/api')
  return clientOf({
    settings: {
      ...settings,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers)
        headers.set('guidebook-account', account)
        return settings.fetch(input, { ...init, headers })
      },
    },
    timing: systemTiming,
  })
}

const settingsQuery = (account: string, client: Client) =>
  queryOptions({ queryKey: [account, 'settings'], queryFn: () => client.account.read(), staleTime: 60_000 })

export function AccountProvider({ account, children }: { account: Membership; children: ReactNode }) {
  const client = useMemo(() => createAccountClient(account.id), [account.id])
  const { data: settings } = useQuery(settingsQuery(account.id, client))
  const value = useMemo(
    () => ({ account, client, settings, may: (role: Role) => may(account.role, role) }),
    [account, client, settings],
  )
  return (
    <AccountContext value={value}>
      <TimeZoneProvider value={settings?.timeZone}>{children}</TimeZoneProvider>
    </AccountContext>
  )
}

export function useAccount(): AccountValue {
  const value = use(AccountContext)
  if (value === null) throw new Error('useAccount needs an AccountProvider')
  return value
}

/** The settings of the account, with the state of their query. With `refetch` they are requested again, for a decision that needs the newest. */
export function useSettings({ refetch = false } = {}) {
  const { account, client } = useAccount()
  return useQuery({ ...settingsQuery(account.id, client), refetchOnMount: refetch ? 'always' : true })
}

/** Links between support's pages. The types of the router's links are those of the portal, so these take paths. */
import type { AnchorProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useCallback } from 'react'
import type { RunLink } from '../imports/run.tsx'
import { TextLink } from '../ui/links.tsx'

export const paths = {
  signIn: '/sign-in',
  accounts: '/',
  account: (id: string) => `/accounts/${encodeURIComponent(id)}`,
  accountTab: (id: string, tab: string) => `/accounts/${encodeURIComponent(id)}/${tab}`,
  imports: '/imports',
  import: (run: string) => `/imports/${encodeURIComponent(run)}`,
  deadLetters: '/dead-letters',
  requests: '/requests',
  request: (id: string) => `/requests/${encodeURIComponent(id)}`,
  why: '/why',
  health: '/health',
  changes: '/changes',
}

interface To {
  to: string
  search?: object
  dir?: 'auto'
  title?: string
  children?: ReactNode
}

export const PageLink = TextLink as ComponentType<AnchorProps & To>

/** A link with the end of an id, which is long and says little. Ids of one day begin alike. */
export const IdLink = ({ to, id }: { to: string; id: string }) => (
  <PageLink to={to} size="sm" title={id} ff="monospace" style={{ whiteSpace: 'nowrap' }}>
    {id.length > 12 ? `…${id.slice(-8)}` : id}
  </PageLink>
)

export const runLink: RunLink = (run, name) => (
  <PageLink to={paths.import(run)} size="sm" fw={500} dir="auto">
    {name}
  </PageLink>
)

/** To everything that is known about a code. */
export const whyLink = (code: number) => (
  <PageLink to={paths.why} search={{ q: String(code) }} size="sm">
    {code}
  </PageLink>
)

type Go = (to: string, options?: { search?: object; replace?: boolean }) => Promise<void>

export function useGo(): Go {
  const navigate = useNavigate()
  return useCallback((to, options = {}) => navigate({ to, ...options } as never), [navigate])
}

/** The pages of the settings have the same tabs above them. */
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Page } from '../ui/page.tsx'

type Tab = 'account' | 'keys' | 'people' | 'usage' | 'me'

interface Props {
  tab: Tab
  lead: string
  actions?: ReactNode
  children: ReactNode
}

export function SettingsLayout({ tab, lead, actions, children }: Props) {
  const t = useTexts()
  const navigate = useNavigate()
  const { account } = useAccount()
  const params = { oid: account.oid }
  const tabs = { account: t.account, keys: t.keys, people: t.people, usage: t.usageTab, me: t.mySettings } as const
  const open = (chosen: Tab) =>
    ({
      account: () => navigate({ to: '/o/$oid/settings', params }),
      keys: () => navigate({ to: '/o/$oid/settings/keys', params }),
      people: () => navigate({ to: '/o/$oid/settings/people', params }),
      usage: () => navigate({ to: '/o/$oid/settings/usage', params }),
      me: () => navigate({ to: '/o/$oid/settings/me', params }),
    })[chosen]()
  return (
    <Page title={tab === 'account' ? t.settings : tabs[tab]} lead={lead} actions={actions}>
      <Tabs
        value={tab}
        onChange={(chosen) => chosen !== null && void open(chosen as Tab)}
        activateTabWithKeyboard={false}
      >
        <Tabs.List>
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          {children}
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

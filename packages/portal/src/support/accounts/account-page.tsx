import { Alert, Badge, Group, Tabs } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { TimeZoneProvider, useFormats, useTexts } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadedPage, Page } from '../../ui/page.tsx'
import { useSupportTexts } from '../i18n.tsx'
import { PageLink, paths, useGo } from '../links.tsx'
import { AccountProvider, useAccountId, useAccountQuery } from './account.tsx'
import type { Account } from './accounts-page.tsx'
import { OpenPortal } from './open-portal.tsx'
import { SuspensionButton } from './suspension-button.tsx'

export function AccountPage() {
  const id = useAccountId()
  const query = useAccountQuery(id)
  return (
    <LoadedPage query={query}>
      {(account) => (
        <AccountProvider key={account.id} value={account}>
          <TimeZoneProvider value={account.timeZone}>
            <Opened account={account} />
          </TimeZoneProvider>
        </AccountProvider>
      )}
    </LoadedPage>
  )
}

function Opened({ account }: { account: Account }) {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const go = useGo()
  const { pathname } = useLocation()
  const tab = /^\/accounts\/[^/]+\/(\w+)/.exec(pathname)?.[1] ?? 'overview'
  const tabs = {
    overview: s.overview,
    people: t.people,
    keys: t.keys,
    webhook: t.webhooks,
    import: t.imports,
    log: s.changes,
  }
  const { suspension } = account
  return (
    <Page
      title={account.name}
      back={
        <PageLink to={paths.accounts} size="sm">
          ← {s.accounts}
        </PageLink>
      }
      lead={
        <Group gap="xs" mt={4}>
          <code>{account.oid}</code>
          {account.type === 'operator' ? t.operator : t.reseller}
          {account.test && (
            <Badge color="orange" variant="light" tt="none">
              {t.testAccount}
            </Badge>
          )}
        </Group>
      }
      actions={
        <>
          <SuspensionButton />
          {suspension === null && <OpenPortal />}
        </>
      }
    >
      {suspension !== null && (
        <Alert
          color="red"
          icon={<Icon name="lock" />}
          title={s.suspendedSince({ at: formats.instant(suspension.since) })}
        >
          <span dir="auto">{suspension.reason}</span>
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(chosen) =>
          void go(
            chosen === null || chosen === 'overview' ? paths.account(account.id) : paths.accountTab(account.id, chosen),
          )
        }
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
          <Outlet />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

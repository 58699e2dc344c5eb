/** Navigation, account and person around every page of an account. */
import { Badge, Group, NavLink, Text } from '@mantine/core'
import { createLink, useMatchRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import type { Session } from '../session/session.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Frame } from './frame.tsx'
import { ImpersonationBar } from './impersonation-bar.tsx'
import classes from './shell.module.css'

const NavItem = createLink(NavLink)

/** Menus come after the page, which does not need them. */
const loadMenus = () => import('./menus.tsx')
const Menus = lazyPart(async () => (await loadMenus()).Menus)
/** Without its code, the name of the account stays. The place of the other menus says that they are missing. */
const AccountMenu = lazyPart(
  async () => (await loadMenus()).AccountMenu,
  ({ children }) => children,
)

export function Shell({ session }: { session: Session }) {
  return (
    <Frame
      name={
        session.accounts.length === 1 ? (
          <AccountName />
        ) : (
          <Suspense fallback={<AccountName />}>
            <AccountMenu accounts={session.accounts}>
              <AccountName />
            </AccountMenu>
          </Suspense>
        )
      }
      menus={
        <Suspense fallback={<span aria-busy="true" />}>
          <Menus session={session} />
        </Suspense>
      }
      navigation={<Navigation />}
      notice={session.support !== null && <ImpersonationBar session={session} support={session.support} />}
    />
  )
}

function AccountName() {
  const t = useTexts()
  const { account } = useAccount()
  return (
    <Group gap={8} wrap="nowrap" className={classes.account}>
      <Text fw={600} truncate dir="auto">
        {account.name}
      </Text>
      {account.test && (
        <Badge size="sm" color="orange" variant="light" tt="none">
          {t.testAccount}
        </Badge>
      )}
    </Group>
  )
}

const currentPage = { 'data-status': 'active', 'aria-current': 'page' } as const

function Navigation() {
  const t = useTexts()
  const { account } = useAccount()
  const params = { oid: account.oid }
  // Not below the guidebooks by its address, but one of their pages.
  const isNewGuidebook = useMatchRoute()({ to: '/o/$oid/new-guidebook' }) !== false
  const item = (icon: IconName) => ({
    leftSection: <Icon name={icon} />,
    params,
    activeOptions: { exact: false },
    className: classes.item ?? '',
  })
  return (
    <>
      <NavItem to="/o/$oid" {...item('home')} activeOptions={{ exact: true }} label={t.home} />
      <NavItem to="/o/$oid/releases" {...item('releases')} label={t.releases} />
      <NavItem
        to="/o/$oid/guidebooks"
        {...item('guidebooks')}
        label={t.guidebooks}
        {...(isNewGuidebook && currentPage)}
      />
      <NavItem to="/o/$oid/content" {...item('content')} label={t.content} />
      <NavItem to="/o/$oid/imports" {...item('imports')} label={t.imports} />
      <NavItem to="/o/$oid/webhooks" {...item('webhooks')} label={t.webhooks} />
      <NavItem to="/o/$oid/settings" {...item('settings')} label={t.settings} />
    </>
  )
}

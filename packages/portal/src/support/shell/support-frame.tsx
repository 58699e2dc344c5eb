import { ActionIcon, Menu, NavLink, Text } from '@mantine/core'
import { createLink, useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { Frame } from '../../shell/frame.tsx'
import { ColorSchemeButton, LanguageMenu } from '../../shell/preferences.tsx'
import classes from '../../shell/shell.module.css'
import { useNotifyFailure } from '../../ui/actions.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Loaded, Loading } from '../../ui/states.tsx'
import { useSupportTexts } from '../i18n.tsx'
import { paths, useGo } from '../links.tsx'
import { useSession, useSignOut } from '../session.ts'

interface ItemProps {
  to: string
  label: string
  leftSection: ReactNode
  className: string
  activeOptions?: { exact: boolean }
  'data-status'?: string
}
const NavItem = createLink(NavLink) as unknown as ComponentType<ItemProps>

/** The frame of all pages after signing in. Asks to sign in again when the session has ended. */
export function SupportFrame() {
  const s = useSupportTexts()
  return (
    <Loaded query={useSession()}>
      {(session) =>
        session === null ? (
          <ToSignIn />
        ) : (
          <Frame
            name={
              <Text fw={600} truncate>
                {s.support}
              </Text>
            }
            menus={
              <>
                <LanguageMenu />
                <ColorSchemeButton />
                <TokenMenu name={session.name} />
              </>
            }
            navigation={<Navigation />}
          />
        )
      }
    </Loaded>
  )
}

/** Once, because a navigation renders the frame again. */
function ToSignIn() {
  const { state } = useRouter()
  const go = useGo()
  const [to] = useState(state.location.href)
  useEffect(() => void go(paths.signIn, { search: { to }, replace: true }), [go, to])
  return <Loading />
}

function Navigation() {
  const t = useTexts()
  const s = useSupportTexts()
  const { pathname } = useLocation()
  const item = (icon: IconName) => ({ leftSection: <Icon name={icon} />, className: classes.item ?? '' })
  // The pages of one account belong to the list of accounts.
  const isAccount = pathname.startsWith('/accounts/')
  return (
    <>
      <NavItem to={paths.why} {...item('search')} label={s.why} />
      <NavItem
        to={paths.accounts}
        {...item('people')}
        label={s.accounts}
        activeOptions={{ exact: true }}
        {...(isAccount && { 'data-status': 'active' })}
      />
      <NavItem to={paths.imports} {...item('imports')} label={t.imports} />
      <NavItem to={paths.deadLetters} {...item('warning')} label={s.deadLetters} />
      <NavItem to={paths.requests} {...item('text')} label={s.requests} />
      <NavItem to={paths.health} {...item('check')} label={s.health} />
      <NavItem to={paths.changes} {...item('clock')} label={s.changes} />
    </>
  )
}

function TokenMenu({ name }: { name: string }) {
  const t = useTexts()
  const signOut = useSignOut()
  const notifyFailure = useNotifyFailure()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={t.personMenu({ name })}>
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item
          leftSection={<Icon name="signOut" />}
          onClick={() => signOut.mutate(undefined, { onError: notifyFailure })}
        >
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

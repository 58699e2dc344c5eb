import { NavLink, Text } from '@mantine/core'
import { createLink, useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { Frame } from '../../shell/frame.tsx'
import classes from '../../shell/shell.module.css'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Loaded, Loading } from '../../ui/states.tsx'
import { useSupportTexts } from '../i18n.tsx'
import { paths, useGo } from '../links.tsx'
import { useSession } from '../session.ts'

interface ItemProps {
  to: string
  label: string
  leftSection: ReactNode
  className: string
  activeOptions?: { exact: boolean }
  'data-status'?: string
  'aria-current'?: 'page'
}
/** Menus come after the page, which does not need them. */
const Menus = lazy(() => import('./support-menus.tsx'))

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
              <Suspense>
                <Menus name={session.name} />
              </Suspense>
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
        {...(isAccount && { 'data-status': 'active', 'aria-current': 'page' })}
      />
      <NavItem to={paths.imports} {...item('imports')} label={t.imports} />
      <NavItem to={paths.deadLetters} {...item('warning')} label={s.deadLetters} />
      <NavItem to={paths.requests} {...item('text')} label={s.requests} />
      <NavItem to={paths.health} {...item('check')} label={s.health} />
      <NavItem to={paths.changes} {...item('clock')} label={s.changes} />
    </>
  )
}

import { NavLink, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { createLink, useLocation, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { forgetAll, isOpen } from '../../session/session.ts'
import { Frame } from '../../shell/frame.tsx'
import { SessionPages } from '../../shell/session-pages.tsx'
import classes from '../../shell/shell.module.css'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Loaded, Loading } from '../../ui/states.tsx'
import { useSupportTexts } from '../i18n.tsx'
import { paths, useGo } from '../links.tsx'
import { type SupportSession, sessionKey, useSession } from '../session.ts'

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
const Menus = lazyPart(async () => (await import('./support-menus.tsx')).SupportMenus)

const loadSignInAgain = () => import('../sign-in-again.tsx')
const SignInAgain = lazy(async () => ({ default: (await loadSignInAgain()).SignInAgain }))

const NavItem = createLink(NavLink) as unknown as ComponentType<ItemProps>

/** The frame of all pages after signing in. */
export function SupportFrame() {
  return (
    <Loaded query={useSession()}>
      {(session) => (session === null ? <ToSignIn /> : <PersonFrame session={session} />)}
    </Loaded>
  )
}

function PersonFrame({ session }: { session: SupportSession }) {
  const s = useSupportTexts()
  const queries = useQueryClient()
  const [name, setName] = useState(session.name)
  const isOther = session.name !== name
  useEffect(() => {
    if (!isOther) return
    // Another person has signed in: nothing of the last one stays.
    forgetAll(queries, sessionKey, session)
    setName(session.name)
  }, [isOther, queries, session])
  if (isOther) return <Loading />
  return (
    <SessionPages
      sessionKey={sessionKey}
      hasEnded={!isOpen(session)}
      signInAgain={<SignInAgain />}
      preload={loadSignInAgain}
    >
      <Frame
        name={
          <Text fw={600} truncate>
            {s.support}
          </Text>
        }
        menus={
          <Suspense>
            <Menus name={name} />
          </Suspense>
        }
        navigation={<Navigation />}
      />
    </SessionPages>
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

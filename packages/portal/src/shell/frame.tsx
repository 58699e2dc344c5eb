/** The frame of all pages after signing in: a header, the navigation, which a phone opens by a button, and the page. */
import { Alert, AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import logo from '../icon.svg'
import { headingOf } from '../ui/heading-of.ts'
import { Icon } from '../ui/icon.tsx'
import classes from './shell.module.css'

interface FrameProps {
  /** What the pages belong to. */
  name: ReactNode
  menus: ReactNode
  navigation: ReactNode
  /** Stays above every page. */
  notice?: ReactNode
}

const mainId = 'main'

export function Frame({ name, menus, navigation, notice }: FrameProps) {
  const t = useTexts()
  const { online } = useNetwork()
  const [opened, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  useEffect(close, [pathname])
  // A link may lead to the page that is shown, with another search: then its path stays, and the page takes no focus.
  const closeByTap = () => {
    if (!opened) return
    close()
    headingOf(null)?.focus({ preventScroll: true })
  }
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href={`#${mainId}`} className="skip-link" onClick={toContent}>
        {t.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="sm" gap="xs" wrap="nowrap">
          <Burger
            opened={opened}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t.navigation}
            aria-expanded={opened}
          />
          <img src={logo} width={28} height={28} alt="" className={classes.logo} />
          {name}
          <Group gap={4} wrap="nowrap" ml="auto">
            {menus}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="xs"
        aria-label={t.navigation}
        className={classes.navbar}
        data-closed={!opened || undefined}
        onClick={closeByTap}
      >
        {navigation}
      </AppShell.Navbar>
      <AppShell.Main id={mainId} tabIndex={-1} className={classes.main}>
        {notice}
        {!online && (
          <Alert color="orange" mb="md" icon={<Icon name="warning" />} title={t.offlineTitle} role="status">
            {t.offlineText}
          </Alert>
        )}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

/** Without the fragment in the address, which the router and the question about unsaved changes would take for a step in the history. */
function toContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(mainId)?.focus()
}

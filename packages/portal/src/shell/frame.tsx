/** The frame of all pages after signing in: a header, the navigation, which a phone opens by a button, and the page. */
import { Alert, AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import logo from '../icon.svg'
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

export function Frame({ name, menus, navigation, notice }: FrameProps) {
  const t = useTexts()
  const { online } = useNetwork()
  const [opened, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  useEffect(close, [pathname])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href="#main" className="skip-link">
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
      <AppShell.Navbar p="xs" aria-label={t.navigation}>
        {navigation}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
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

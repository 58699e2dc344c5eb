/** The menus in the header: account, search, language, colours, person. */
import { ApiError } from '@guidebook/client'
import { Menu, Text, UnstyledButton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { SearchButton } from '../search/search-button.tsx'
import { type Membership, type Session, useChangePerson, useSignOut } from '../session/session.ts'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Icon } from '../ui/icon.tsx'
import { PersonMenu } from './person-menu.tsx'
import { ColorSchemeButton, LanguageMenu } from './preferences.tsx'
import classes from './shell.module.css'

export function Menus({ session }: { session: Session }) {
  const changePerson = useChangePerson()
  const notifyFailure = useNotifyFailure()
  const onError = (error: unknown) => {
    // A session that an API key opened does not change the person. The language is still that of this browser.
    if (!(error instanceof ApiError && error.code === 'own-proof-needed')) notifyFailure(error)
  }
  const onChoose = (language: string) => changePerson.mutate({ language }, { onError })
  return (
    <>
      <SearchButton />
      <LanguageMenu {...(session.support === null && { onChoose })} />
      <ColorSchemeButton />
      <AccountPersonMenu session={session} />
    </>
  )
}

interface AccountMenuProps {
  accounts: readonly Membership[]
  /** The name of the open account. */
  children: ReactNode
}

export function AccountMenu({ accounts, children }: AccountMenuProps) {
  const t = useTexts()
  const { account } = useAccount()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes.switch} aria-label={t.switchAccount({ name: account.name })}>
          {children}
          <Icon name="down" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.map((one) => (
          <Menu.Item
            key={one.id}
            aria-current={one.id === account.id ? 'true' : undefined}
            onClick={() => navigate({ to: '/o/$oid', params: { oid: one.oid } })}
          >
            <Text size="sm" fw={one.id === account.id ? 600 : 400} dir="auto">
              {one.name}
            </Text>
            <Text size="xs" c="dimmed">
              {one.oid}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function AccountPersonMenu({ session: { user, support } }: { session: Session }) {
  const t = useTexts()
  const { account } = useAccount()
  const name = user.name ?? user.email
  return (
    <PersonMenu name={name} signOut={useSignOut()}>
      <Menu.Label>
        <Text size="sm" fw={600} dir="auto">
          {name}
        </Text>
        <Text size="xs">{user.email}</Text>
      </Menu.Label>
      <Menu.Divider />
      {support === null && (
        <Menu.Item
          component={Link}
          to="/o/$oid/settings/me"
          params={{ oid: account.oid }}
          leftSection={<Icon name="people" />}
        >
          {t.mySettings}
        </Menu.Item>
      )}
    </PersonMenu>
  )
}

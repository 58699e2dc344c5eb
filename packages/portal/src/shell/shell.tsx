/** Navigation, account and person around every page of an account. */
import { ActionIcon, Badge, Group, Menu, NavLink, Text, UnstyledButton } from '@mantine/core'
import { createLink, Link, useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { type Membership, type Session, useChangePerson, useSignOut } from '../session/session.ts'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Frame } from './frame.tsx'
import { ImpersonationBar } from './impersonation-bar.tsx'
import { ColorSchemeButton, LanguageMenu } from './preferences.tsx'
import classes from './shell.module.css'

const NavItem = createLink(NavLink)

export function Shell({ session }: { session: Session }) {
  const changePerson = useChangePerson()
  const notifyFailure = useNotifyFailure()
  const onChoose = (language: string) => changePerson.mutate({ language }, { onError: notifyFailure })
  return (
    <Frame
      name={<AccountMenu accounts={session.accounts} />}
      menus={
        <>
          <LanguageMenu {...(session.support === null && { onChoose })} />
          <ColorSchemeButton />
          <PersonMenu session={session} />
        </>
      }
      navigation={<Navigation />}
      notice={session.support !== null && <ImpersonationBar session={session} support={session.support} />}
    />
  )
}

function Navigation() {
  const t = useTexts()
  const { account } = useAccount()
  const params = { oid: account.oid }
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
      <NavItem to="/o/$oid/guidebooks" {...item('guidebooks')} label={t.guidebooks} />
      <NavItem to="/o/$oid/content" {...item('content')} label={t.content} />
      <NavItem to="/o/$oid/imports" {...item('imports')} label={t.imports} />
      <NavItem to="/o/$oid/webhooks" {...item('webhooks')} label={t.webhooks} />
      <NavItem to="/o/$oid/settings" {...item('settings')} label={t.settings} />
    </>
  )
}

function AccountMenu({ accounts }: { accounts: readonly Membership[] }) {
  const t = useTexts()
  const { account } = useAccount()
  const navigate = useNavigate()
  const name = (
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
  if (accounts.length === 1) return name
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={classes.switch} aria-label={t.switchAccount({ name: account.name })}>
          {name}
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

function PersonMenu({ session }: { session: Session }) {
  const { user } = session
  const t = useTexts()
  const { account } = useAccount()
  const signOut = useSignOut()
  const notifyFailure = useNotifyFailure()
  const shown = user.name ?? user.email
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={t.personMenu({ name: shown })}>
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} dir="auto">
            {shown}
          </Text>
          <Text size="xs">{user.email}</Text>
        </Menu.Label>
        <Menu.Divider />
        {session.support === null && (
          <Menu.Item
            component={Link}
            to="/o/$oid/settings/me"
            params={{ oid: account.oid }}
            leftSection={<Icon name="people" />}
          >
            {t.mySettings}
          </Menu.Item>
        )}
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

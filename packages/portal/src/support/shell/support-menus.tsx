/** The menus in the header of support's pages: language, colours, person. */
import { ActionIcon, Menu } from '@mantine/core'
import { useTexts } from '../../i18n/texts.tsx'
import { ColorSchemeButton, LanguageMenu } from '../../shell/preferences.tsx'
import { useNotifyFailure } from '../../ui/actions.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSignOut } from '../session.ts'

export default function SupportMenus({ name }: { name: string }) {
  return (
    <>
      <LanguageMenu />
      <ColorSchemeButton />
      <TokenMenu name={name} />
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

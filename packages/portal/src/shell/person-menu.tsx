import { ActionIcon, Menu } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Icon } from '../ui/icon.tsx'
import { leaveForms } from '../ui/leave-forms.ts'

interface Props {
  name: string
  signOut: Pick<UseMutationResult<unknown, Error, void>, 'mutate'>
  /** Above the entry that signs out. */
  children: ReactNode
}

/** The menu of the person who is signed in. */
export function PersonMenu({ name, signOut, children }: Props) {
  const t = useTexts()
  const notifyFailure = useNotifyFailure()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={t.personMenu({ name })}>
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Item
          leftSection={<Icon name="signOut" />}
          onClick={() => leaveForms(() => signOut.mutate(undefined, { onError: notifyFailure }))}
        >
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

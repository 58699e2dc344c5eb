/** Opens the portal of the account with a role and a reason. The link is opened by a click, because browsers block windows that open by themselves. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import type { Role } from '../../session/session.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RoleField } from '../../ui/person.tsx'
import { useNextWindow } from '../../ui/use-next-window.ts'
import { call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { useOpenAccount, useReload } from './account.tsx'

export function OpenPortal() {
  const t = useTexts()
  const s = useSupportTexts()
  const account = useOpenAccount()
  const reload = useReload()
  const [role, setRole] = useState<Role>('viewer')
  const [reason, setReason] = useState('')
  // Separate from the window: the browser follows the link after the click has closed it.
  const [link, setLink] = useState('')
  const { prepare, isOpen, open, close } = useNextWindow<string>()
  const submit = async () => {
    const created = await call('impersonateAccount', { params: { account_id: account.id }, body: { role, reason } })
    setLink(created.link)
    prepare(created.link)
    void reload()
  }
  return (
    <>
      <FormModal
        label={s.openPortal}
        icon="external"
        size="sm"
        title={s.openPortal}
        submitLabel={s.openPortal}
        draft={{ role, reason }}
        fields={['/role', '/reason']}
        submit={submit}
        onOpen={() => {
          setRole('viewer')
          setReason('')
        }}
        onClosed={open}
      >
        {(faults) => (
          <Stack>
            <Text size="sm">{s.openPortalText}</Text>
            <RoleField value={role} onChange={setRole} error={faults.at('/role')} />
            <TextInput
              label={t.reason}
              required
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              error={faults.at('/reason')}
            />
          </Stack>
        )}
      </FormModal>
      <Modal opened={isOpen} onClose={close} title={s.openPortal} centered closeButtonProps={{ 'aria-label': t.close }}>
        <Stack>
          <Text size="sm">{s.openLinkText}</Text>
          <Group justify="flex-end">
            <Button
              component="a"
              href={link}
              target="_blank"
              rel="noreferrer noopener"
              leftSection={<Icon name="external" />}
              onClick={close}
            >
              {s.openLink}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

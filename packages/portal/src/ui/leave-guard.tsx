import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../i18n/texts.tsx'

/** Asks before a page with unsaved changes is left. Browsers ask themselves when the tab is closed or reloaded. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useTexts()
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true })
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t.leaveTitle}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack>
        <Text size="sm">{t.leaveText}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
            {t.stay}
          </Button>
          <Button color="red.9" onClick={() => blocker.proceed?.()}>
            {t.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

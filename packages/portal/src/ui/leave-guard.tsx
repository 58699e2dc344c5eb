/** Asks before unsaved changes are lost. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { type Ask, addGuard } from './leave-forms.ts'

interface Guard {
  ask: Ask
  question: ReactNode
}

/** Asks when the page is left, and before actions that are passed to `ask`. Browsers ask themselves when the tab is closed or reloaded. */
export function useLeaveGuard(isDirty: () => boolean, { disabled = false } = {}): Guard {
  const t = useTexts()
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true, disabled })
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const ask: Ask = (action) => (isDirty() ? setWaiting(() => action) : action())
  useEffect(() => (disabled ? undefined : addGuard(ask)))
  const isAsking = blocker.status === 'blocked' || waiting !== null
  const stay = () => {
    blocker.reset?.()
    setWaiting(null)
  }
  const leave = () => {
    blocker.proceed?.()
    setWaiting(null)
    waiting?.()
  }
  return {
    ask,
    question: (
      <Modal
        stackId="question"
        opened={isAsking}
        onClose={stay}
        title={t.leaveTitle}
        centered
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Stack>
          <Text size="sm">{t.leaveText}</Text>
          <Group justify="flex-end">
            <Button variant="default" data-autofocus onClick={stay}>
              {t.stay}
            </Button>
            <Button color="red.9" onClick={leave}>
              {t.leave}
            </Button>
          </Group>
        </Stack>
      </Modal>
    ),
  }
}

/** For the form of a page. */
export const LeaveGuard = ({ isDirty }: { isDirty: () => boolean }) => useLeaveGuard(isDirty).question

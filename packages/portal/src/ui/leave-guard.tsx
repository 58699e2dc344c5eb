/** Asks before unsaved changes are lost. */
import { Button, Group, getDefaultZIndex, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { type Ask, addGuard } from './leave-forms.ts'

interface Options {
  disabled?: boolean
  /** While the form is sent, it may itself lead to another page. */
  isSaving?: boolean
}

/** The browser's Back or Forward, which only a person uses. Forms and actions lead to other pages by PUSH and REPLACE. */
export const isHistoryStep = ({ action }: { action: string }): boolean => action !== 'PUSH' && action !== 'REPLACE'

interface Guard {
  ask: Ask
  isAsking: boolean
  question: ReactNode
}

/** Asks when the page is left, and before actions that are passed to `ask`. Browsers ask themselves when the tab is closed or reloaded. */
export function useLeaveGuard(isDirty: () => boolean, { disabled = false, isSaving = false }: Options = {}): Guard {
  const t = useTexts()
  const shouldBlockFn = (step: { action: string }) => isDirty() && (!isSaving || isHistoryStep(step))
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload: isDirty, withResolver: true, disabled })
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const ask: Ask = (action) => {
    if (!isDirty()) return action()
    // After the event: React would open the question while the key Escape is still handled, and the same key would close it.
    setTimeout(() => setWaiting(() => action))
  }
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
    isAsking,
    question: (
      <Modal
        // Above the window of the form.
        zIndex={getDefaultZIndex('modal') + 1}
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

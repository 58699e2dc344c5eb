/** A button that asks for confirmation, and the question alone. */
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useNotifyFailure } from './actions.tsx'
import { useHeadingAfterRemoval } from './heading-of.ts'
import { Icon, type IconName } from './icon.tsx'
import { isHistoryStep } from './leave-guard.tsx'
import { Failure } from './states.tsx'
import { useIsHere } from './use-is-here.ts'
import { useSender } from './use-sender.ts'

interface Question {
  title: string
  /** What happens, and whether it can be undone. */
  children: ReactNode
  confirmLabel: string
  act: () => Promise<unknown>
  danger?: boolean | undefined
}

interface ConfirmProps extends Omit<ButtonProps, 'children'>, Question {
  label: string
  icon?: IconName
  /** Called when the window has closed and the button has the focus again. */
  onClosed?: () => void
}

export function ConfirmButton({
  label,
  icon,
  title,
  children,
  confirmLabel,
  act,
  danger,
  onClosed,
  ...button
}: ConfirmProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const opener = useRef<HTMLButtonElement>(null)
  const returnFocus = () => {
    opener.current?.focus({ preventScroll: true })
    onClosed?.()
  }
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        {...(icon !== undefined && { leftSection: <Icon name={icon} /> })}
        {...button}
        onClick={open}
      >
        {label}
      </Button>
      <ConfirmModal
        opened={opened}
        onClose={close}
        title={title}
        confirmLabel={confirmLabel}
        act={act}
        danger={danger}
        {...(onClosed !== undefined && { onExited: returnFocus })}
      >
        {children}
      </ConfirmModal>
    </>
  )
}

interface ConfirmModalProps extends Question {
  opened: boolean
  onClose: () => void
  /** Called at the end of the window's transition. */
  onExited?: () => void
}

/** The action cannot be taken back once it has begun: the window stays until it has ended. */
export function ConfirmModal({
  opened,
  onClose,
  title,
  children,
  confirmLabel,
  act,
  danger = true,
  onExited,
}: ConfirmModalProps) {
  const t = useTexts()
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const action = useMutation({
    mutationFn: act,
    onSuccess: onClose,
    onError: (error) => {
      if (!isHere()) notifyFailure(error)
    },
  })
  useHeadingAfterRemoval(opened)
  const noteSender = useSender(opened, action.status)
  useBlocker({ shouldBlockFn: isHistoryStep, disabled: !action.isPending })
  const cancel = () => {
    if (action.isPending) return
    action.reset()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      {...(onExited !== undefined && { onExitTransitionEnd: onExited })}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {action.isError && <Failure error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={action.isPending} onClick={cancel} data-autofocus>
            {t.cancel}
          </Button>
          <Button
            {...(danger && { color: 'red.9' })}
            loading={action.isPending}
            onClick={() => {
              noteSender()
              action.mutate()
            }}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

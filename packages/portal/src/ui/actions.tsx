/** Buttons that ask for confirmation, copy a text, or save a file. */
import { ActionIcon, Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { saveFile } from '../api/csv.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Failure, messageOf } from './states.tsx'

/** Shows a short message about a success. */
export const notify = (message: string): string =>
  notifications.show({ message, color: 'green', icon: <Icon name="check" />, withCloseButton: false })

export function useNotifyFailure() {
  const t = useTexts()
  return (error: unknown) =>
    notifications.show({
      message: messageOf(error, t),
      title: t.somethingFailed,
      color: 'red',
      autoClose: 10_000,
      closeButtonProps: { 'aria-label': t.close },
    })
}

interface ConfirmProps extends ButtonProps {
  label: string
  icon?: IconName
  /** The button shows its icon alone. */
  iconOnly?: boolean
  title: string
  /** What happens, and whether it can be undone. */
  children: ReactNode
  confirmLabel: string
  act: () => Promise<unknown>
  danger?: boolean
}

export function ConfirmButton({
  label,
  icon,
  iconOnly = false,
  title,
  children,
  confirmLabel,
  act,
  danger = true,
  ...button
}: ConfirmProps) {
  const t = useTexts()
  const [opened, { open, close }] = useDisclosure(false)
  const action = useMutation({ mutationFn: act, onSuccess: close })
  const ask = () => {
    action.reset()
    open()
  }
  return (
    <>
      {iconOnly && icon !== undefined ? (
        <ActionIcon variant="subtle" color="red" aria-label={label} onClick={ask}>
          <Icon name={icon} />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          {...(icon !== undefined && { leftSection: <Icon name={icon} /> })}
          {...button}
          onClick={ask}
        >
          {label}
        </Button>
      )}
      <Modal opened={opened} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t.close }}>
        <Stack>
          <Text size="sm" component="div">
            {children}
          </Text>
          {action.isError && <Failure error={action.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t.cancel}
            </Button>
            <Button {...(danger && { color: 'red.9' })} loading={action.isPending} onClick={() => action.mutate()}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

export function CopyButton({ value, label, ...button }: ButtonProps & { value: string; label?: string }) {
  const t = useTexts()
  const { copy, copied, error } = useClipboard()
  const text = error === null ? (label ?? t.copy) : t.somethingFailed
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
      {...button}
      onClick={() => copy(value)}
    >
      <span aria-live="polite">{copied ? t.copied : text}</span>
    </Button>
  )
}

interface SaveProps extends ButtonProps {
  label: string
  icon?: IconName
  name: string
  fetchFile: () => Promise<Response>
}

/** Fetches a file with the client, so that the account's header is sent, then saves it. */
export function SaveButton({ label, icon = 'download', name, fetchFile, ...button }: SaveProps) {
  const notifyFailure = useNotifyFailure()
  const download = useMutation({
    mutationFn: async () => saveFile(name, await (await fetchFile()).blob()),
    onError: notifyFailure,
  })
  return (
    <Button
      variant="default"
      leftSection={<Icon name={icon} />}
      {...button}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  )
}

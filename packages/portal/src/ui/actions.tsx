/** Messages about what was done, and buttons that copy a text or save a file. */
import { Button, type ButtonProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../api/csv.ts'
import { readBlob } from '../api/read-blob.ts'
import { useErrorWords, useTexts } from '../i18n/texts.tsx'
import { Icon, type IconName } from './icon.tsx'
import { LoadingButton } from './loading-button.tsx'
import { messageOf } from './states.tsx'

/** Shows a short message about a success. */
export const notify = (message: string): string =>
  notifications.show({ message, color: 'green', icon: <Icon name="check" />, withCloseButton: false })

export function useNotifyFailure() {
  const t = useTexts()
  const words = useErrorWords()
  return (error: unknown) =>
    notifications.show({
      message: messageOf(error, t, words),
      title: t.somethingFailed,
      color: 'red',
      autoClose: 10_000,
      closeButtonProps: { 'aria-label': t.close },
    })
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
    mutationFn: async () => saveFile(name, await readBlob(await fetchFile())),
    onError: notifyFailure,
  })
  return (
    <LoadingButton
      variant="default"
      leftSection={<Icon name={icon} />}
      {...button}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
    </LoadingButton>
  )
}

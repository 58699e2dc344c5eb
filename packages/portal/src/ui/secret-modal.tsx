import { Alert, Button, Code, Group, Modal, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from './actions.tsx'
import { Icon } from './icon.tsx'
import type { useNextWindow } from './use-next-window.ts'

interface Props {
  title: string
  /** Opens after the window that creates the secret. */
  secret: ReturnType<typeof useNextWindow<string>>
}

const always = () => true

/** Shows a secret once. Only the button closes the window, so that it is not lost by a click beside it or by the browser's Back. */
export function SecretModal({ title, secret: { value, isOpen, close } }: Props) {
  const t = useTexts()
  useBlocker({ shouldBlockFn: always, enableBeforeUnload: true, disabled: value === null })
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="orange" icon={<Icon name="warning" />}>
          {t.shownOnce}
        </Alert>
        <Code block>{value}</Code>
        <Group justify="space-between">
          <CopyButton value={value ?? ''} size="sm" />
          <Button onClick={close}>{t.secretStored}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

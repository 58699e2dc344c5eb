import { Alert, Button, Code, Group, Modal, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../i18n/texts.tsx'
import { CopyButton } from './actions.tsx'
import { Icon } from './icon.tsx'

interface Props {
  title: string
  secret: string | null
  onClose: () => void
}

const always = () => true

/** Shows a secret once. Only the button closes the window, so that it is not lost by a click beside it or by the browser's Back. */
export function SecretModal({ title, secret, onClose }: Props) {
  const t = useTexts()
  useBlocker({ shouldBlockFn: always, enableBeforeUnload: true, disabled: secret === null })
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
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
        <Code block>{secret}</Code>
        <Group justify="space-between">
          <CopyButton value={secret ?? ''} size="sm" />
          <Button onClick={onClose}>{t.secretStored}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

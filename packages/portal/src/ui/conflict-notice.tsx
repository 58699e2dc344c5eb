import { ApiError } from '@guidebook/client'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../i18n/texts.tsx'
import { useNotifyFailure } from './actions.tsx'
import { Icon } from './icon.tsx'
import { LoadingButton } from './loading-button.tsx'
import { ExplainedError } from './states.tsx'

/** A change was not sent, because another one came first. */
export class ConflictError extends ExplainedError {}

/** Whether a change was not stored because another one came first. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ConflictError || (error instanceof ApiError && error.code === 'precondition-failed')

interface Props {
  title: string
  text: string
  /** Loads the stored version into the form. */
  takeStored: () => Promise<unknown>
  /** Saves the form over the stored version. */
  replaceStored: () => Promise<unknown>
}

/** The person chooses the version that stays. */
export function ConflictNotice({ title, text, takeStored, replaceStored }: Props) {
  const t = useTexts()
  const notifyFailure = useNotifyFailure()
  const take = useMutation({ mutationFn: takeStored, onError: notifyFailure })
  const replace = useMutation({ mutationFn: replaceStored, onError: notifyFailure })
  return (
    <Alert color="orange" title={title} icon={<Icon name="warning" />} role="alert">
      <Stack gap="xs">
        <Text size="sm">{text}</Text>
        <Group gap="xs">
          <LoadingButton variant="default" loading={take.isPending} onClick={() => take.mutate()}>
            {t.takeStored}
          </LoadingButton>
          <LoadingButton variant="default" loading={replace.isPending} onClick={() => replace.mutate()}>
            {t.replaceStored}
          </LoadingButton>
        </Group>
      </Stack>
    </Alert>
  )
}

import { ApiError } from '@guidebook/client'
import { Button, type ButtonProps, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import type { Faults } from '../api/faults.ts'
import { useFaults } from '../api/use-faults.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Failure } from './states.tsx'

interface FormModalProps extends Omit<ButtonProps, 'children'> {
  label: string
  icon?: IconName
  title: string
  isWide?: boolean
  submitLabel?: string
  /** The pointers of the fields, for the faults of the API. */
  fields: readonly string[]
  submit: () => Promise<unknown>
  /** Sets the fields to what is stored. */
  onOpen?: () => void
  children: (faults: Faults) => ReactNode
}

/** A button that opens a form in a window. The window closes when the service has accepted the form. */
export function FormModal({
  label,
  icon,
  title,
  isWide = false,
  submitLabel,
  fields,
  submit,
  onOpen,
  children,
  ...button
}: FormModalProps) {
  const t = useTexts()
  const id = useId()
  const [opened, { open, close }] = useDisclosure(false)
  const action = useMutation({ mutationFn: submit, onSuccess: close })
  const faults = useFaults(action.error, fields)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate()
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        {...(icon !== undefined && { leftSection: <Icon name={icon} size={16} /> })}
        {...button}
        onClick={() => {
          action.reset()
          onOpen?.()
          open()
        }}
      >
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={isWide ? 'xl' : 'md'}
        centered
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <form id={id} onSubmit={onSubmit}>
          <Stack>
            {action.isError && <FormFailure error={action.error} fields={fields} />}
            {children(faults)}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {t.cancel}
              </Button>
              <Button type="submit" loading={action.isPending}>
                {submitLabel ?? t.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}

/** What is wrong, unless every fault is shown at its field. */
export function FormFailure({ error, fields }: { error: unknown; fields: readonly string[] }) {
  const t = useTexts()
  const { others } = useFaults(error, fields)
  if (error instanceof ApiError && error.faults.length > 0 && others.length === 0)
    return (
      <div role="alert" className="form-alert">
        {t.checkFields}
      </div>
    )
  return <Failure error={error} fields={fields} />
}

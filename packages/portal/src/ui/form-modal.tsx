import { ApiError } from '@guidebook/client'
import { Button, type ButtonProps, Group, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { type Faults, faultsOfSent } from '../api/faults.ts'
import { useFaults } from '../api/use-faults.ts'
import { useTexts } from '../i18n/texts.tsx'
import { useNotifyFailure } from './actions.tsx'
import { ConflictNotice, isConflict } from './conflict-notice.tsx'
import { useHeadingAfterRemoval } from './heading-of.ts'
import { Icon, type IconName } from './icon.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { Failure } from './states.tsx'
import { useIsHere } from './use-is-here.ts'
import { useSender } from './use-sender.ts'

/** What the person can choose after another change came first. */
interface ConflictChoices {
  /** Sets the fields to what is stored now. */
  takeStored: () => Promise<unknown>
  /** Makes the next `submit` replace what is stored now. */
  replaceStored: () => Promise<unknown>
}

interface FormModalProps extends Omit<ButtonProps, 'children'> {
  label: string
  icon?: IconName
  title: string
  isWide?: boolean
  submitLabel?: string
  /**
   * The values of the fields, as JSON would have them. The window asks before it closes without the changes in them. Lists of entries have the
   * names of the request.
   */
  draft: unknown
  /** The pointers of the fields, for the faults of the API. */
  fields: readonly string[]
  submit: () => Promise<unknown>
  /** Sets the fields to what is stored. */
  onOpen?: () => void
  /** Called when the window has closed and its button has the focus again. */
  onClosed?: () => void
  conflict?: ConflictChoices
  children: (faults: Faults) => ReactNode
}

interface Sending {
  sent: unknown
  fields: readonly string[]
  prepare: (() => Promise<unknown>) | undefined
}

/** A button that opens a form in a window. The window closes when the service has accepted the form. */
export function FormModal({
  label,
  icon,
  title,
  isWide = false,
  submitLabel,
  draft,
  fields,
  submit,
  onOpen,
  onClosed,
  conflict,
  children,
  ...button
}: FormModalProps) {
  const t = useTexts()
  const id = useId()
  const [opened, { open, close }] = useDisclosure(false)
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const action = useMutation({
    mutationFn: async ({ prepare }: Sending) => {
      await prepare?.()
      await submit()
    },
    onError: (error) => {
      if (!isHere()) notifyFailure(error)
    },
  })
  const noteSender = useSender(opened, action.status)
  useHeadingAfterRemoval(opened)
  const send = (prepare?: () => Promise<unknown>) => {
    noteSender()
    // `reset` removes this `onSuccess`: a request of a former opening closes no later window.
    action.mutate({ sent: draft, fields, prepare }, { onSuccess: close })
  }
  const sentFields = action.variables?.fields ?? fields
  const faults = faultsOfSent(useFaults(action.error, sentFields), action.variables?.sent, draft)
  // Null until the fields are rendered with what is stored.
  const [begin, setBegin] = useState<{ draft: unknown } | null>(null)
  if (opened && begin === null) setBegin({ draft })
  const isChanged = () => begin !== null && JSON.stringify(draft) !== JSON.stringify(begin.draft)
  const isDirty = () => opened && isChanged()
  const { ask, isAsking, question } = useLeaveGuard(isDirty, { disabled: !opened, isSaving: action.isPending })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
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
        size="xs"
        {...(icon !== undefined && { leftSection: <Icon name={icon} size={16} /> })}
        {...button}
        onClick={() => {
          action.reset()
          onOpen?.()
          setBegin(null)
          open()
        }}
      >
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={() => {
          // The request may be refused: then the person corrects what was typed.
          if (!action.isPending) ask(close)
        }}
        {...(onClosed !== undefined && { onExitTransitionEnd: returnFocus })}
        // The key belongs to the question. Otherwise the theme decides: it keeps the windows of a page that is covered.
        {...(isAsking && { closeOnEscape: false })}
        title={title}
        size={isWide ? 'xl' : 'md'}
        centered
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <form id={id} onSubmit={onSubmit}>
          <Stack>
            {conflict !== undefined && isConflict(action.error) ? (
              <ConflictNotice
                title={t.changedMeanwhile}
                text={t.changedMeanwhileText}
                takeStored={async () => {
                  await conflict.takeStored()
                  action.reset()
                  setBegin(null)
                }}
                replaceStored={async () => send(conflict.replaceStored)}
              />
            ) : (
              action.isError && <FormFailure error={action.error} fields={sentFields} />
            )}
            {/* What was typed while the form is sent would be lost. */}
            <Stack inert={action.isPending}>{children(faults)}</Stack>
            <Group justify="flex-end">
              <Button variant="default" disabled={action.isPending} onClick={close}>
                {t.cancel}
              </Button>
              <Button type="submit" loading={action.isPending}>
                {submitLabel ?? t.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {question}
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

/** Undoes and repeats moves, additions and removals in the draft: with buttons, with the keyboard, and in a notice after a removal. */
import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type History, lastRemoved, type Step } from './history.ts'
import { nameOfStage } from './names.ts'

const noticeId = 'removed'

interface Props {
  history: History
  onStep: (step: Step) => void
}

export function UndoBar({ history, onStep }: Props) {
  const { t, language } = useLanguage()
  const { past, future } = history
  const [announced, setAnnounced] = useState('')
  const take = (kind: 'undo' | 'redo') => {
    const from = kind === 'undo' ? past : future
    if (from.length === 0) return
    onStep({ kind })
    // The number makes each announcement differ from the one before.
    setAnnounced((kind === 'undo' ? t.undone : t.redone)({ n: from.length - 1 }))
  }
  useWindowEvent('keydown', (event) => {
    const kind = stepOf(event)
    if (kind === null || event.defaultPrevented || isTyping(event.target) || isCovered()) return
    event.preventDefault()
    take(kind)
  })

  const undoButton = useRef<HTMLButtonElement>(null)
  const removed = lastRemoved(history)
  const isChange = future.length === 0
  const seen = useRef(past)
  useEffect(() => {
    if (seen.current === past) return
    // As many steps as before: the oldest one was dropped.
    const isNewStep = past.length >= seen.current.length && isChange
    seen.current = past
    notifications.hide(noticeId)
    if (!isNewStep || removed === null) return
    // The focus was on the button that removed the entry, and with it.
    if (document.activeElement === document.body) undoButton.current?.focus({ preventScroll: true })
    const name =
      'number' in removed ? nameOfStage(removed, t, language) : nameOf(removed.names, language, removed.customId)
    notifications.show({
      id: noticeId,
      autoClose: 15_000,
      closeButtonProps: { 'aria-label': t.close },
      message: (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <span dir="auto">{t.entryRemoved({ name })}</span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              notifications.hide(noticeId)
              onStep({ kind: 'undo' })
              setAnnounced(t.undone({ n: past.length - 1 }))
            }}
          >
            {t.undo}
          </Button>
        </Group>
      ),
    })
  })
  useEffect(() => () => void notifications.hide(noticeId), [])

  // A disabled button would lose the focus.
  const button = (kind: 'undo' | 'redo', label: string, keys: string, isOff: boolean) => (
    <Button
      ref={kind === 'undo' ? undoButton : null}
      variant="default"
      size="xs"
      leftSection={<Icon name={kind} size={16} />}
      aria-disabled={isOff}
      data-disabled={isOff}
      aria-keyshortcuts={keys}
      onClick={() => take(kind)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {button('undo', t.undo, 'Control+Z Meta+Z', past.length === 0)}
      {button('redo', t.redo, 'Control+Shift+Z Meta+Shift+Z', future.length === 0)}
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  )
}

function stepOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): 'undo' | 'redo' | null {
  if (ctrlKey === metaKey || altKey) return null
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : null
}

/** In a field with text the browser undoes what was typed. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) {
    return target instanceof HTMLElement && target.isContentEditable
  }
  return !target.readOnly && !(target.role === 'combobox' && target.value === '')
}

/** Whether a dialog is open over the form. */
const isCovered = () => document.querySelector('[role=dialog][aria-modal=true]') !== null

import { ActionIcon, Tooltip } from '@mantine/core'
import { type Editor, useEditorState } from '@tiptap/react'
import { Fragment, type KeyboardEvent, type Ref, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import classes from './rich-text.module.css'
import { ToolIcon, type ToolIconName } from './tool-icon.tsx'

interface Tool {
  name: ToolIconName
  /** Ctrl or Cmd with these keys. */
  keys?: string
  /** Absent: the tool does something once, and has no state. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
  run: (editor: Editor) => void
}

const heading = (level: 1 | 2 | 3): Tool => ({
  name: `heading${level}`,
  keys: `Alt+${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

const groups: Tool[][] = [
  [heading(1), heading(2), heading(3)],
  [
    { name: 'bold', keys: 'B', isOn: (e) => e.isActive('bold'), run: (e) => e.chain().focus().toggleBold().run() },
    {
      name: 'italic',
      keys: 'I',
      isOn: (e) => e.isActive('italic'),
      run: (e) => e.chain().focus().toggleItalic().run(),
    },
    {
      name: 'underline',
      keys: 'U',
      isOn: (e) => e.isActive('underline'),
      run: (e) => e.chain().focus().toggleUnderline().run(),
    },
  ],
  [
    {
      name: 'bulletList',
      keys: 'Shift+8',
      isOn: (e) => e.isActive('bulletList'),
      run: (e) => e.chain().focus().toggleBulletList().run(),
    },
    {
      name: 'numberedList',
      keys: 'Shift+7',
      isOn: (e) => e.isActive('orderedList'),
      run: (e) => e.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'indent',
      keys: ']',
      can: (e) => e.can().sinkListItem('listItem'),
      run: (e) => e.chain().focus().sinkListItem('listItem').run(),
    },
    {
      name: 'outdent',
      keys: '[',
      can: (e) => e.can().liftListItem('listItem'),
      run: (e) => e.chain().focus().liftListItem('listItem').run(),
    },
  ],
  [
    {
      name: 'quote',
      keys: 'Shift+B',
      isOn: (e) => e.isActive('blockquote'),
      run: (e) => e.chain().focus().toggleBlockquote().run(),
    },
    { name: 'dividingLine', run: (e) => e.chain().focus().setHorizontalRule().run() },
  ],
  [
    { name: 'clearFormatting', run: (e) => e.chain().focus().unsetAllMarks().clearNodes().run() },
    { name: 'undo', keys: 'Z', can: (e) => e.can().undo(), run: (e) => e.chain().focus().undo().run() },
    { name: 'redo', keys: 'Shift+Z', can: (e) => e.can().redo(), run: (e) => e.chain().focus().redo().run() },
  ],
]

interface Props {
  editor: Editor
  ref: Ref<HTMLDivElement>
  /** The id of the text. */
  controls: string
  isLinkOpen: boolean
  onLink: () => void
}

/** One stop of the tab key; arrow keys, Home and End move between its buttons, and Escape returns to the text. */
export function Toolbar({ editor, ref, controls, isLinkOpen, onLink }: Props) {
  const t = useTexts()
  const link: Tool = { name: 'link', keys: 'K', isOn: (e) => isLinkOpen || e.isActive('link'), run: onLink }
  const tools = groups.with(3, [link, ...(groups[3] ?? [])])
  const states = useEditorState({
    editor,
    selector: ({ editor }) => tools.flat().map(({ isOn, can }) => [isOn?.(editor), can?.(editor) ?? true] as const),
  })
  const [stop, setStop] = useState<Tool['name']>('heading1')
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      editor.commands.focus()
      return
    }
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const next = nextIndex(event, buttons.indexOf(document.activeElement as HTMLButtonElement), buttons.length)
    if (next === null) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={t.formatting}
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={onKeyDown}
    >
      {tools.map((group, index) => (
        <Fragment key={group[0]?.name}>
          {index > 0 && <span className={classes.separator} />}
          {group.map(({ name, keys, isOn, run }) => {
            const [on, can] = states[tools.flat().findIndex((tool) => tool.name === name)] ?? []
            const label = t[name]
            return (
              <Tooltip key={name} label={keys === undefined ? label : `${label} (${shownKeys(keys)})`}>
                <ActionIcon
                  variant={on ? 'light' : 'subtle'}
                  color={on ? 'green' : 'gray'}
                  className={classes.tool}
                  // Escape does not close the window around the form.
                  data-mantine-stop-propagation
                  aria-label={label}
                  {...(isOn !== undefined && { 'aria-pressed': on })}
                  {...(keys !== undefined && { 'aria-keyshortcuts': `Control+${keys} Meta+${keys}` })}
                  // A disabled button would lose the focus.
                  aria-disabled={!can}
                  data-disabled={!can}
                  tabIndex={name === stop ? 0 : -1}
                  onFocus={() => setStop(name)}
                  // The selection of the text stays.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => can && run(editor)}
                >
                  <ToolIcon name={name} />
                </ActionIcon>
              </Tooltip>
            )
          })}
        </Fragment>
      ))}
    </div>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const shownKeys = (keys: string): string => `${isApple ? '⌘' : 'Ctrl'}+${keys}`

function nextIndex({ key, currentTarget }: KeyboardEvent<HTMLElement>, now: number, count: number): number | null {
  const isReversed = getComputedStyle(currentTarget).direction === 'rtl'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  return (now + ((key === 'ArrowRight') === isReversed ? -1 : 1) + count) % count
}

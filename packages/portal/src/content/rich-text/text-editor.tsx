import { Extension } from '@tiptap/core'
import { EditorContent, useEditor } from '@tiptap/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { LinkPanel } from './link-panel.tsx'
import { cleanPasted, refusedOf } from './paste.ts'
import classes from './rich-text.module.css'
import { extensions } from './schema.ts'
import { Toolbar } from './toolbar.tsx'
import { useEditedHtml } from './use-edited-html.ts'

export interface EditorProps {
  id: string
  value: string
  onChange: (html: string) => void
  /** Attributes of the text: names for screen readers, language and direction. */
  attributes: Record<string, string>
  onNotice: (notice: string) => void
}

export function TextEditor({ id, value, onChange, attributes, onNotice }: EditorProps) {
  const t = useTexts()
  const toolbar = useRef<HTMLDivElement>(null)
  const [isLinkOpen, setIsLinkOpen] = useState(false)
  const html = useEditedHtml(value, onChange)
  const [shortcuts] = useState(() => createShortcuts(() => setIsLinkOpen(true), toolbar))
  const refuse = (data: DataTransfer | null): boolean => {
    const refused = refusedOf(data)
    onNotice(refused === 'nothing' ? '' : t.imagesRefused)
    return refused === 'all'
  }
  const editor = useEditor({
    extensions: [...extensions, shortcuts],
    content: html.doc.toJSON(),
    // The policy of the page allows no style elements without a nonce.
    injectCSS: false,
    onUpdate: ({ editor }) => html.update(editor.state.doc),
    onBlur: () => html.writeWaiting(),
    onFocus: () => setIsLinkOpen(false),
    editorProps: {
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', class: classes.text ?? '', ...attributes },
      // The browser moves the focus: in a list, the library would change the level of the entry, and people who use the keyboard would be caught.
      handleDOMEvents: { keydown: (_, { key }) => key === 'Tab' },
      transformPastedHTML: cleanPasted,
      handlePaste: (_, { clipboardData }) => refuse(clipboardData),
      handleDrop: (_, { dataTransfer }) => refuse(dataTransfer),
    },
  })
  // Before the next input: a value that the editor wrote itself is never set again.
  useLayoutEffect(() => {
    const replaced = html.replacedBy(value)
    if (replaced !== null) editor.commands.setContent(replaced.toJSON(), { emitUpdate: false })
  }, [value, editor, html])
  return (
    <>
      <Toolbar
        editor={editor}
        ref={toolbar}
        controls={id}
        isLinkOpen={isLinkOpen}
        onLink={() => setIsLinkOpen(!isLinkOpen)}
      />
      {isLinkOpen && <LinkPanel editor={editor} onClose={() => setIsLinkOpen(false)} />}
      <EditorContent editor={editor} />
    </>
  )
}

const createShortcuts = (openLink: () => void, toolbar: { current: HTMLDivElement | null }) =>
  Extension.create({
    name: 'shortcuts',
    priority: 1000,
    addKeyboardShortcuts() {
      return {
        'Mod-]': () => this.editor.commands.sinkListItem('listItem'),
        'Mod-[': () => this.editor.commands.liftListItem('listItem'),
        'Mod-k': () => {
          openLink()
          return true
        },
        'Alt-F10': () => {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return true
        },
      }
    },
  })

import { Button, Group, TextInput } from '@mantine/core'
import { type Editor, getMarkRange } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { toLink } from './links.ts'
import classes from './rich-text.module.css'

/** Adds, changes or removes the link at the selection. It is no form: it is within one. */
export function LinkPanel({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTexts()
  const [stored] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [address, setAddress] = useState(stored)
  const [isRefused, setIsRefused] = useState(false)
  const leave = () => {
    onClose()
    editor.commands.focus()
  }
  const apply = () => {
    const href = toLink(address)
    if (href === null) return setIsRefused(true)
    setLink(editor, href)
    leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply()
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  return (
    <div className={classes.panel}>
      <TextInput
        label={t.linkAddress}
        placeholder="https://"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        dir="ltr"
        size="sm"
        data-autofocus
        autoFocus
        // The window around the form stays open on Escape.
        data-mantine-stop-propagation
        value={address}
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setIsRefused(false)
        }}
        onKeyDown={onKeyDown}
        error={isRefused && t.linkRefused}
      />
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={apply}>
          {t.setLink}
        </Button>
        {stored !== '' && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetMark('link').run()
              leave()
            }}
          >
            {t.removeLink}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={leave}>
          {t.cancel}
        </Button>
      </Group>
    </div>
  )
}

/** Without a selection, the link at the cursor changes, or the address itself becomes the text. */
function setLink(editor: Editor, href: string): void {
  const { selection, schema } = editor.state
  const type = schema.marks.link
  if (type === undefined) throw new Error('the editor has no links')
  if (selection.empty && getMarkRange(selection.$from, type) === undefined) {
    const text = href.replace(/^(?:mailto|tel):/i, '')
    editor
      .chain()
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
      .run()
    return
  }
  editor.chain().extendMarkRange('link').setMark('link', { href }).setTextSelection(editor.state.selection.to).run()
}

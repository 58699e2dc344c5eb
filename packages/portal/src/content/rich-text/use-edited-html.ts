import type { Node } from '@tiptap/pm/model'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { parseHtml, toHtml } from './schema.ts'

/** Writing a longer text as HTML takes longer than typing a letter: it is written in pauses, and when the focus leaves the text. */
const longText = 20_000
const pause = 300

/** The HTML of an edited document. A document that is as before has the stored HTML, unchanged. */
class EditedHtml {
  onChange: (html: string) => void
  doc: Node
  #stored: string
  #last: string
  #unwritten: Node | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(html: string, onChange: (html: string) => void) {
    this.onChange = onChange
    this.#stored = this.#last = html
    this.doc = parseHtml(html)
  }

  update(doc: Node): void {
    this.#unwritten = doc
    clearTimeout(this.#timer)
    if (doc.content.size < longText) this.writeWaiting()
    else this.#timer = setTimeout(() => this.writeWaiting(), pause)
  }

  writeWaiting(): void {
    const doc = this.#unwritten
    if (doc === null) return
    this.forget()
    this.#last = isSame(doc, this.doc) ? this.#stored : toHtml(doc)
    this.onChange(this.#last)
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#unwritten = null
  }

  /** The document of a value that was not written here; null if it was. */
  replacedBy(html: string): Node | null {
    if (html === this.#last) return null
    this.forget()
    this.#stored = this.#last = html
    this.doc = parseHtml(html)
    return this.doc
  }
}

/** Documents of two schemas with the same extensions. */
const isSame = (one: Node, other: Node): boolean =>
  one.content.size === other.content.size && JSON.stringify(one) === JSON.stringify(other)

export function useEditedHtml(value: string, onChange: (html: string) => void): EditedHtml {
  const [html] = useState(() => new EditedHtml(value, onChange))
  const latest = useRef(html)
  useLayoutEffect(() => {
    latest.current.onChange = onChange
  }, [onChange])
  useEffect(() => () => html.forget(), [html])
  return html
}

/** What the editor of descriptions can hold: elements and attributes of the builder's allow-list, and nothing else. */
import { type Extensions, getSchema, Mark } from '@tiptap/core'
import { DOMSerializer, type Node, DOMParser as SchemaParser } from '@tiptap/pm/model'
import StarterKit from '@tiptap/starter-kit'
import { isAllowedLink } from './links.ts'

/** An element without attributes around a part of a line. */
const inline = (tag: string) => Mark.create({ name: tag, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

const Link = Mark.create({
  name: 'link',
  // Around all formats of its text.
  priority: 1000,
  // Text that is typed after a link does not belong to it.
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href')?.trim() ?? ''
        return isAllowedLink(href) ? { href } : false
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

export const extensions: Extensions = [
  StarterKit.configure({ codeBlock: false, link: false, trailingNode: false }),
  Link,
  ...['sub', 'sup', 'small', 'mark'].map(inline),
]

const schema = getSchema(extensions)

/** The document of `DOMParser` is inert: nothing in it runs or loads. Without a body, styles and comments at the beginning would not be in it. */
export const inertBody = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><html><head></head><body>${html}</body></html>`, 'text/html').body

export const parseHtml = (html: string): Node => SchemaParser.fromSchema(schema).parse(inertBody(html))

/** The HTML to store. Empty paragraphs at any place are left out: neither page nor roadbook shows them. */
export function toHtml(doc: Node): string {
  const body = inertBody('')
  body.append(
    DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content, { document: body.ownerDocument }),
  )
  for (const paragraph of body.querySelectorAll('p')) if (isEmpty(paragraph)) paragraph.remove()
  for (const entry of body.querySelectorAll('li')) unwrapOnlyParagraph(entry)
  for (const list of body.querySelectorAll('ol')) keepWholeStart(list)
  return isEmpty(body) && body.querySelector('hr') === null ? '' : body.innerHTML
}

const isEmpty = (element: Element): boolean => element.textContent.trim() === '' && element.querySelector('hr') === null

/** The editor has a paragraph in each entry of a list. */
function unwrapOnlyParagraph(entry: Element): void {
  const [first, ...others] = entry.children
  if (first?.tagName === 'P' && others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL'))
    first.replaceWith(...first.childNodes)
}

function keepWholeStart(list: Element): void {
  for (const { name, value } of [...list.attributes])
    if (name !== 'start' || !/^\d{1,4}$/.test(value)) list.removeAttribute(name)
}

/** HTML from a clipboard: lists of Word become lists, and images are found. The schema of the editor drops everything that it does not know. */
import { inertBody } from './schema.ts'

const images = 'img, picture, svg, video, canvas'
const wordEntry = /mso-list:\s*l\d+ level(\d)/i

const hasImage = (html: string): boolean => inertBody(html).querySelector(images) !== null

/** What of a clipboard or a drop cannot be in a description: `all` if there is nothing else, `part` if text remains. */
export function refusedOf(data: DataTransfer | null): 'nothing' | 'part' | 'all' {
  const html = data?.getData('text/html') ?? ''
  const isWithImage = hasImage(html)
  // Word adds a picture of the text to the text.
  const isOnlyFiles =
    (data?.files.length ?? 0) > 0 && (html === '' || isWithImage) && data?.getData('text/plain') === ''
  if (isOnlyFiles) return 'all'
  return isWithImage ? 'part' : 'nothing'
}

export function cleanPasted(html: string): string {
  const body = inertBody(html)
  for (const element of body.querySelectorAll(`${images}, style, script, template, textarea, option, iframe`))
    element.remove()
  for (const list of body.querySelectorAll('ol[type]')) list.removeAttribute('type')
  for (const entry of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const level = Number(wordEntry.exec(entry.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level > 0) moveToList(entry, level)
  }
  return body.innerHTML
}

/** Word writes an entry of a list as a paragraph that begins with its mark. Entries are visited in their order. */
function moveToList(entry: HTMLElement, level: number): void {
  const mark = entry.querySelector('[style*="mso-list"]')
  const tag = /^[\s\u00a0]*(?:\d+|[a-z]+)[.)]/i.test(mark?.textContent ?? '') ? 'ol' : 'ul'
  mark?.remove()
  const create = (name: string) => entry.ownerDocument.createElement(name)
  const item = create('li')
  item.append(...entry.childNodes)
  let list = entry.previousElementSibling
  if (list === null || !list.hasAttribute('data-word') || (level === 1 && list.localName !== tag)) {
    list = create(tag)
    list.setAttribute('data-word', '')
    entry.before(list)
  }
  for (let depth = 1; depth < level && list.lastElementChild !== null; depth++) {
    const parent: Element = list.lastElementChild
    let inner = parent.lastElementChild
    if (inner === null || (inner.localName !== 'ul' && inner.localName !== 'ol')) {
      inner = create(tag)
      parent.append(inner)
    }
    list = inner
  }
  list.append(item)
  entry.remove()
}

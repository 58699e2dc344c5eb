/** Whether the editor can hold an HTML text without losing anything, and what it would lose. */
import { inertBody, parseHtml, toHtml } from './schema.ts'

const synonyms: Record<string, string> = { b: 'strong', i: 'em' }
const inlineTags = new Set('strong em s u sub sup small mark code a'.split(' '))
const blockTags = new Set('p h1 h2 h3 h4 h5 h6'.split(' '))
const containerTags = new Set('ul ol li blockquote'.split(' '))

/** Null: nothing would be lost. Otherwise the elements and attributes that would be, such as `table` or `p class`; none if only the order would change. */
export function lossOf(html: string): string[] | null {
  const before = outlineOf(html)
  const after = outlineOf(toHtml(parseHtml(html)))
  if (before.tokens.join('\n') === after.tokens.join('\n')) return null
  return [...before.names].filter(([name, count]) => count > (after.names.get(name) ?? 0)).map(([name]) => name)
}

/**
 * The content as tokens that are equal if readers see the same: runs of text with their sorted formats, between starts and ends of blocks.
 * Whitespace is collapsed, empty paragraphs are left out, and text directly in a container is a paragraph.
 */
function outlineOf(html: string) {
  const tokens: string[] = []
  const names = new Map<string, number>()
  let block = 'p'
  let runs: { text: string; formats: string }[] = []

  const endBlock = (next = 'p') => {
    const last = runs.at(-1)
    if (last !== undefined) last.text = last.text.replace(/[ \t\r\n\f]+$/, '')
    const filled = runs.filter(({ text }) => text !== '')
    if (filled.length > 0) tokens.push(`${block} ${JSON.stringify(filled)}`)
    runs = []
    block = next
  }
  const addText = (text: string, formats: string) => {
    const before = runs.at(-1)
    let collapsed = text.replaceAll(/[ \t\r\n\f]+/g, ' ')
    if (before === undefined || /[ \n]$/.test(before.text)) collapsed = collapsed.replace(/^ /, '')
    if (collapsed === '') return
    if (before?.formats === formats) before.text += collapsed
    else runs.push({ text: collapsed, formats })
  }
  const addBreak = () => {
    const before = runs.at(-1)
    if (before !== undefined) before.text = before.text.replace(/ $/, '')
    runs.push({ text: '\n', formats: 'br' })
  }
  const count = (tag: string, element: Element) => {
    for (const name of [tag, ...[...element.attributes].map((attribute) => `${tag} ${attribute.name}`)])
      names.set(name, (names.get(name) ?? 0) + 1)
  }
  const visit = (node: Node, formats: readonly string[]): void => {
    if (isElement(node)) addElement(node, formats)
    else if (node.nodeType === 3) addText(node.nodeValue ?? '', formats.join())
    else tokens.push(`<!--${node.nodeValue}-->`)
  }
  const addElement = (element: Element, formats: readonly string[]) => {
    const tag = synonyms[element.localName] ?? element.localName
    count(tag, element)
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value.trim()}`).sort()
    const shown = [tag, ...attributes].join(' ')
    const isFormat = inlineTags.has(tag)
    const own = isFormat ? [...new Set([...formats, shown])].sort() : formats
    const isEmptyFormat = isFormat && element.childNodes.length === 0
    if (shown === 'br') addBreak()
    else if (isEmptyFormat && attributes.length > 0) tokens.push(`<${shown}>`)
    else {
      const isBlock = blockTags.has(tag)
      if (!isFormat) endBlock(isBlock ? shown : 'p')
      if (!isFormat && !isBlock) tokens.push(`<${shown}>`)
      for (const child of element.childNodes) visit(child, own)
      if (!isFormat) endBlock()
      if (containerTags.has(tag)) tokens.push(`</${tag}>`)
    }
  }
  for (const child of inertBody(html).childNodes) visit(child, [])
  endBlock()
  return { tokens, names }
}

const isElement = (node: Node): node is Element => node.nodeType === 1

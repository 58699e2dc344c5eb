import { DomUtils, parseDocument } from 'htmlparser2'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'

type Nodes = ReturnType<typeof parseDocument>['children']
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** Far more than any logo has. Drawing recurses in native code, whose stack and memory are limited. */
const limits = { elements: 20_000, depth: 60, characters: 2 * 1024 * 1024 }

/** Elements that are not visible, or that browsers ignore in images. */
const removedTags = new Set(['script', 'foreignobject', 'metadata', 'title', 'desc'])
/** Elements that load other files, need other decoders, or multiply the work of drawing without bound. */
const refusedTags = new Set(['image', 'feimage', 'filter', 'pattern', 'marker'])

/** Whether the bytes look like an SVG; `safeSvg` decides whether they are a valid one. */
export function isSvg(source: Uint8Array): boolean {
  const head = Buffer.from(source.subarray(0, 16 * 1024)).toString('utf8')
  return /^\uFEFF?\s*</.test(head) && /<(?:[\w-]+:)?svg[\s/>]/.test(head) && !/<!doctype html|<html[\s>]/i.test(head)
}

/**
 * Rewrites an SVG from its parsed elements, so that it is safe to draw: no external reference, no entity, a bounded number of elements.
 * Throws `UnreadableImageError` with the reason for an SVG that cannot be drawn.
 */
export function safeSvg(source: Uint8Array): string {
  const text = withoutDoctype(decoded(source))
  const { children } = parseDocument(text, { xmlMode: true })
  const root = elementsOf(children)[0]
  if (root === undefined || localName(root.name) !== 'svg') throw new UnreadableImageError('the file is damaged')
  removeInvisible(root)
  const { elements, depth } = measure(root)
  if (elements > limits.elements || depth > limits.depth) throw new UnreadableImageError('it has too many parts')
  return DomUtils.getOuterHTML(root, { xmlMode: true })
}

function decoded(source: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(source)
  } catch (cause) {
    throw new UnreadableImageError('the file is damaged', { cause })
  }
}

/** Removes the doctype and expands its plain-text entities, which drawing programs use to abbreviate namespaces. */
function withoutDoctype(text: string): string {
  const [doctype = ''] = /<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>/.exec(text) ?? []
  if (doctype === '') return text
  const entities = new Map<string, string>()
  for (const [, name = '', , value = ''] of doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+(["'])([^<>&%"']{0,100})\2\s*>/g))
    entities.set(name, value)
  const whole = text
    .replace(doctype, '')
    .replaceAll(/&([\w.-]+);/g, (reference, name) => entities.get(name) ?? reference)
  if (whole.length > limits.characters) throw new UnreadableImageError('it has too many parts')
  return whole
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
const elementsOf = (nodes: Nodes): Element[] =>
  nodes.filter((node) => node.type === 'tag' || node.type === 'script' || node.type === 'style') as Element[]

function removeInvisible(root: Element): void {
  const pending = [root]
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    const name = localName(element.name)
    if (refusedTags.has(name) || hasFilter(element)) {
      throw new UnreadableImageError(`it has ${refusedTags.has(name) ? `<${name}>` : 'a filter'}, which is not drawn`)
    }
    // Comments and processing instructions are removed, too: the next parser might read them differently.
    for (const node of [...element.children]) {
      const isKept = node.type === 'text' || node.type === 'cdata' || elementsOf([node]).length > 0
      if (!isKept || ('name' in node && removedTags.has(localName(node.name)))) DomUtils.removeElement(node)
    }
    pending.push(...elementsOf(element.children))
  }
}

function hasFilter(element: Element): boolean {
  const { style = '', filter = 'none' } = element.attribs
  const sheet = localName(element.name) === 'style' ? DomUtils.textContent(element) : ''
  return filter.trim() !== 'none' || /filter\s*:(?!\s*none)/i.test(`${style} ${sheet}`)
}

/** Number and depth of the elements to draw, with all references followed. Throws for a reference to itself. */
function measure(root: Element): { elements: number; depth: number } {
  const byId = new Map<string, Element>()
  for (const element of DomUtils.findAll(({ attribs }) => attribs.id !== undefined, [root])) {
    byId.set(element.attribs.id ?? '', element)
  }
  const styled = styledReferences(root)
  const sums = new Map<Element, { elements: number; depth: number } | 'pending'>()
  const measured = (element: Element, level: number): { elements: number; depth: number } => {
    const before = sums.get(element)
    if (before === 'pending') throw new UnreadableImageError('it refers to itself')
    if (before !== undefined) return before
    if (level > limits.depth) throw new UnreadableImageError('it has too many parts')
    sums.set(element, 'pending')
    const classes = (element.attribs.class ?? '').split(/\s+/).map((name) => `.${name}`)
    const names = ['*', element.name, `#${element.attribs.id}`, ...classes]
    const byStyle = names.flatMap((name) => styled.get(name) ?? [])
    const targets = [...referencesOf(element), ...byStyle].flatMap((id) => byId.get(id) ?? [])
    const parts = [...elementsOf(element.children), ...targets].map((part) => measured(part, level + 1))
    const sum = {
      elements: parts.reduce((total, { elements }) => total + elements, 1),
      depth: parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0) + 1,
    }
    sums.set(element, sum)
    return sum
  }
  return measured(root, 1)
}

/** Ids that an element refers to: `href="#id"`, and `url(#id)` in any attribute. */
const referencesOf = ({ attribs }: Element): string[] =>
  Object.entries(attribs).flatMap(([name, value]) => {
    const whole = localName(name) === 'href' && value.trim().startsWith('#') ? [value.trim().slice(1)] : []
    return [...whole, ...idsIn(value)]
  })

const idsIn = (text: string): string[] =>
  [...text.matchAll(/url\(\s*["']?#([^)"']+)["']?\s*\)/g)].map(([, id = '']) => id.trim())

/** Ids that style sheets refer to, by the elements, classes and ids of their selectors; `*` for more complex selectors. */
function styledReferences(root: Element): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const sheet of DomUtils.findAll(({ name }) => localName(name) === 'style', [root])) {
    for (const [, selectors = '', rules = ''] of DomUtils.textContent(sheet).matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const ids = idsIn(rules)
      if (ids.length === 0) continue
      const names = /[[:]/.test(selectors) ? ['*'] : (selectors.match(/[.#]?[\w-]+|\*/g) ?? [])
      for (const name of names) found.set(name, [...(found.get(name) ?? []), ...ids])
    }
  }
  return found
}

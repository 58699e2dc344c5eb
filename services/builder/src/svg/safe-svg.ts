import { DomUtils, parseDocument } from 'htmlparser2'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'

type Nodes = ReturnType<typeof parseDocument>['children']
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** Far more than any logo has. Drawing goes down and back up in native code, whose stack and memory are the process's. */
const most = { elements: 20_000, depth: 60, characters: 2 * 1024 * 1024 }

/** What a browser does not show of a picture either, or what is not to be seen. */
const unseen = new Set(['script', 'foreignobject', 'metadata', 'title', 'desc'])
/** What takes bytes from elsewhere or decoders of its own, or multiplies what is to be drawn without saying by how much. */
const undrawn = new Set(['image', 'feimage', 'filter', 'pattern', 'marker'])

/** Whether the bytes want to be an SVG. What they are is for `safeSvg` to say. */
export function isSvg(source: Uint8Array): boolean {
  const head = Buffer.from(source.subarray(0, 16 * 1024)).toString('utf8')
  return /^\uFEFF?\s*</.test(head) && /<(?:[\w-]+:)?svg[\s/>]/.test(head) && !/<!doctype html|<html[\s>]/i.test(head)
}

/**
 * An SVG as it may be drawn, written anew from what was counted: no reference out of itself, no entity, nothing that is more than
 * it looks. Throws `UnreadableImageError` with what cannot be drawn.
 */
export function safeSvg(source: Uint8Array): string {
  const text = withoutDoctype(decoded(source))
  const { children } = parseDocument(text, { xmlMode: true })
  const root = elementsOf(children)[0]
  if (root === undefined || localName(root.name) !== 'svg') throw new UnreadableImageError('the file is damaged')
  removeUnseen(root)
  const { elements, depth } = measure(root)
  if (elements > most.elements || depth > most.depth) throw new UnreadableImageError('it has too many parts')
  return DomUtils.getOuterHTML(root, { xmlMode: true })
}

function decoded(source: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(source)
  } catch (cause) {
    throw new UnreadableImageError('the file is damaged', { cause })
  }
}

/** Drawing programs abbreviate their namespaces by entities; those that hold a plain text are put in, no other. */
function withoutDoctype(text: string): string {
  const [doctype = ''] = /<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>/.exec(text) ?? []
  if (doctype === '') return text
  const entities = new Map<string, string>()
  for (const [, name = '', , value = ''] of doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+(["'])([^<>&%"']{0,100})\2\s*>/g))
    entities.set(name, value)
  const whole = text.replace(doctype, '').replaceAll(/&([\w.-]+);/g, (sign, name) => entities.get(name) ?? sign)
  if (whole.length > most.characters) throw new UnreadableImageError('it has too many parts')
  return whole
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
const elementsOf = (nodes: Nodes): Element[] =>
  nodes.filter((node) => node.type === 'tag' || node.type === 'script' || node.type === 'style') as Element[]

function removeUnseen(root: Element): void {
  const waiting = [root]
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    const name = localName(element.name)
    if (undrawn.has(name) || hasFilter(element)) {
      throw new UnreadableImageError(`it has ${undrawn.has(name) ? `<${name}>` : 'a filter'}, which is not drawn`)
    }
    // Comments and instructions have nothing to say here, and need not be understood alike by whoever reads it next.
    for (const node of [...element.children]) {
      const isKept = node.type === 'text' || node.type === 'cdata' || elementsOf([node]).length > 0
      if (!isKept || ('name' in node && unseen.has(localName(node.name)))) DomUtils.removeElement(node)
    }
    waiting.push(...elementsOf(element.children))
  }
}

function hasFilter(element: Element): boolean {
  const { style = '', filter = 'none' } = element.attribs
  const sheet = localName(element.name) === 'style' ? DomUtils.textContent(element) : ''
  return filter.trim() !== 'none' || /filter\s*:(?!\s*none)/i.test(`${style} ${sheet}`)
}

/** Elements to draw and how deep they lie when every reference is followed. Throws for what refers to itself. */
function measure(root: Element): { elements: number; depth: number } {
  const byId = new Map<string, Element>()
  for (const element of DomUtils.findAll(({ attribs }) => attribs.id !== undefined, [root])) {
    byId.set(element.attribs.id ?? '', element)
  }
  const styled = styledReferences(root)
  const known = new Map<Element, { elements: number; depth: number } | 'at work'>()
  const measured = (element: Element, level: number): { elements: number; depth: number } => {
    const before = known.get(element)
    if (before === 'at work') throw new UnreadableImageError('it refers to itself')
    if (before !== undefined) return before
    if (level > most.depth) throw new UnreadableImageError('it has too many parts')
    known.set(element, 'at work')
    const classes = (element.attribs.class ?? '').split(/\s+/).map((name) => `.${name}`)
    const names = ['*', element.name, `#${element.attribs.id}`, ...classes]
    const byStyle = names.flatMap((name) => styled.get(name) ?? [])
    const targets = [...referencesOf(element), ...byStyle].flatMap((id) => byId.get(id) ?? [])
    const parts = [...elementsOf(element.children), ...targets].map((part) => measured(part, level + 1))
    const sum = {
      elements: parts.reduce((total, { elements }) => total + elements, 1),
      depth: parts.reduce((deepest, { depth }) => Math.max(deepest, depth), 0) + 1,
    }
    known.set(element, sum)
    return sum
  }
  return measured(root, 1)
}

/** Ids that an element names: `href="#id"`, and `url(#id)` in any attribute. */
const referencesOf = ({ attribs }: Element): string[] =>
  Object.entries(attribs).flatMap(([name, value]) => {
    const whole = localName(name) === 'href' && value.trim().startsWith('#') ? [value.trim().slice(1)] : []
    return [...whole, ...idsIn(value)]
  })

const idsIn = (text: string): string[] =>
  [...text.matchAll(/url\(\s*["']?#([^)"']+)["']?\s*\)/g)].map(([, id = '']) => id.trim())

/** Ids that style sheets name, by the elements, classes and ids in their selectors; `*` where a selector says more than that. */
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

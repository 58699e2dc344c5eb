import { Parser } from 'htmlparser2'
import { BlockWriter, type ContainerKind } from './block-writer.ts'
import type { Mark, PrintableBlock } from './printable-block.ts'

/** Elements whose content is not text for readers. */
const dropped = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'iframe', 'object', 'svg', 'math'])

type Step = (writer: BlockWriter, attributes: Readonly<Record<string, string>>) => void
type Steps = readonly [opening: Step, closing: Step]

const paragraph: Steps = [(writer) => writer.endParagraph(), (writer) => writer.endParagraph()]
const container = (kind: ContainerKind): Steps => [
  (writer, attributes) => writer.open(kind, attributes),
  (writer) => writer.close(),
]
const heading = (level: 2 | 3 | 4): Steps => [(writer) => writer.startHeading(level), (writer) => writer.endParagraph()]
const mark = (name: Mark): Steps => [(writer) => writer.runs.mark(name, 1), (writer) => writer.runs.mark(name, -1)]

const nested = (outer: Steps, inner: Steps): Steps => [
  (writer, attributes) => {
    outer[0](writer, attributes)
    inner[0](writer, attributes)
  },
  (writer, attributes) => {
    inner[1](writer, attributes)
    outer[1](writer, attributes)
  },
]
const preformatted: Steps = [(writer) => writer.runs.preformatted(1), (writer) => writer.runs.preformatted(-1)]

/** The effect of each tag; of other elements only the content counts. */
const tags: ReadonlyMap<string, Steps> = new Map([
  ...['p', 'div', 'hr', 'dl', 'dd', 'caption', 'section', 'article', 'figure', 'figcaption'].map(
    (name) => [name, paragraph] as const,
  ),
  ...['h1', 'h2', 'h3'].map((name) => [name, heading(2)] as const),
  ['h4', heading(3)],
  ['h5', heading(4)],
  ['h6', heading(4)],
  ['dt', nested(paragraph, mark('bold'))],
  ['pre', nested(paragraph, preformatted)],
  ['br', [(writer) => writer.runs.lineBreak(), () => undefined]],
  ['strong', mark('bold')],
  ['b', mark('bold')],
  ['em', mark('italic')],
  ['i', mark('italic')],
  ['u', mark('underline')],
  ['s', mark('strike')],
  ['sub', mark('sub')],
  ['sup', mark('sup')],
  ['a', [(writer, { href }) => writer.runs.link(href ?? null), (writer) => writer.runs.link(null)]],
  ['blockquote', container('quote')],
  ['ul', container('bullets')],
  ['ol', container('numbers')],
  ['li', container('item')],
  ['table', container('table')],
  ['tr', container('row')],
  ['td', container('cell')],
  ['th', container('header')],
])

/**
 * Parses HTML to blocks for print: paragraphs, headings, lists, quotations, tables, links and the common marks. Of other elements the text
 * is kept. Descriptions are sanitised before; their headings start at h3, since the upper levels belong to the book. Parses broken HTML like
 * browsers; never throws.
 */
export const printableHtml = (html: string): PrintableBlock[] => {
  const writer = new BlockWriter()
  let droppedDepth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (dropped.has(name)) droppedDepth += 1
      else if (droppedDepth === 0) tags.get(name)?.[0](writer, attributes)
    },
    ontext(text) {
      if (droppedDepth === 0) writer.runs.text(text)
    },
    onclosetag(name) {
      if (dropped.has(name)) droppedDepth -= 1
      else if (droppedDepth === 0) tags.get(name)?.[1](writer, {})
    },
  })
  parser.end(html)
  return writer.end()
}

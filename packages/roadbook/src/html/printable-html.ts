import { Parser } from 'htmlparser2'
import { BlockWriter } from './block-writer.ts'
import type { PrintableBlock } from './printable-block.ts'

/** Their content is no text for readers. */
const dropped = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'iframe', 'object', 'svg', 'math'])

type Step = (writer: BlockWriter, attributes: Readonly<Record<string, string>>) => void

const endParagraph: Step = (writer) => writer.endParagraph()
const openContainer =
  (kind: 'quote' | 'unordered' | 'ordered' | 'item' | 'table' | 'row' | 'cell' | 'header'): Step =>
  (writer) =>
    writer.open(kind)
const close: Step = (writer) => writer.close()
const heading =
  (level: 2 | 3 | 4): Step =>
  (writer) =>
    writer.startHeading(level)

/** What each tag of the subset does when it opens and when it closes; tags that are not here are transparent. */
const tags: Readonly<Record<string, readonly [Step, Step]>> = {
  p: [endParagraph, endParagraph],
  div: [endParagraph, endParagraph],
  h1: [heading(2), endParagraph],
  h2: [heading(2), endParagraph],
  h3: [heading(3), endParagraph],
  h4: [heading(4), endParagraph],
  h5: [heading(4), endParagraph],
  h6: [heading(4), endParagraph],
  hr: [endParagraph, () => undefined],
  br: [(writer) => writer.lineBreak(), () => undefined],
  strong: [(writer) => writer.mark('bold', 1), (writer) => writer.mark('bold', -1)],
  b: [(writer) => writer.mark('bold', 1), (writer) => writer.mark('bold', -1)],
  em: [(writer) => writer.mark('italic', 1), (writer) => writer.mark('italic', -1)],
  i: [(writer) => writer.mark('italic', 1), (writer) => writer.mark('italic', -1)],
  a: [(writer, { href }) => writer.startLink(href ?? ''), (writer) => writer.endLink()],
  blockquote: [openContainer('quote'), close],
  ul: [openContainer('unordered'), close],
  ol: [openContainer('ordered'), close],
  li: [openContainer('item'), close],
  table: [openContainer('table'), close],
  tr: [openContainer('row'), close],
  td: [openContainer('cell'), close],
  th: [openContainer('header'), close],
}

/**
 * Reads HTML into blocks for print. Understands p, br, strong/b, em/i, ul, ol, li, h2 to h4, a, blockquote and simple
 * tables; of any other element the text is kept. Broken HTML is read as browsers read it; never throws.
 */
export const printableHtml = (html: string): PrintableBlock[] => {
  const writer = new BlockWriter()
  let droppedDepth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (dropped.has(name)) droppedDepth += 1
      else if (droppedDepth === 0) tags[name]?.[0](writer, attributes)
    },
    ontext(text) {
      if (droppedDepth === 0) writer.text(text)
    },
    onclosetag(name) {
      if (dropped.has(name)) droppedDepth -= 1
      else if (droppedDepth === 0) tags[name]?.[1](writer, {})
    },
  })
  parser.end(html)
  return writer.end()
}

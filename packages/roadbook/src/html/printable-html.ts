import { parseDocument } from 'htmlparser2'
import { withoutBreaks } from '../text/plain-text.ts'
import { type Run, RunWriter, type TextStyle } from './run-writer.ts'
import { safeLink } from './safe-link.ts'
import { type Cell, cellOf, type Row, tableOf } from './table.ts'

/**
 * HTML as data for print. Data is never markup, so Typst interprets no text. Runs are flat (bold, italic, link are marks on a run), and the
 * nesting of blocks is limited. Lists without `start` have bullets.
 */
export type PrintableBlock =
  | { type: 'paragraph'; runs: Run[] }
  | { type: 'heading'; level: 2 | 3 | 4; runs: Run[] }
  | { type: 'list'; start: number | null; items: PrintableBlock[][] }
  | { type: 'quote'; blocks: PrintableBlock[] }
  | { type: 'table'; columns: number; headerRows: number; rows: PrintableBlock[][][] }

type Nodes = ReturnType<typeof parseDocument>['children']
type Element = Extract<Nodes[number], { attribs: object }>

/** Elements whose content is not text for readers. */
const dropped = new Set(['script', 'style', 'template', 'head', 'title', 'noscript', 'iframe', 'object', 'svg', 'math'])

const paragraphs = new Set('p div hr dl dt dd pre caption section article figure figcaption'.split(' '))
const headings = new Map([
  ...['h1', 'h2', 'h3'].map((name) => [name, 2] as const),
  ['h4', 3] as const,
  ...['h5', 'h6'].map((name) => [name, 4] as const),
])
const marks = new Map<string, TextStyle['marks']>([
  ...['strong', 'b', 'dt'].map((name) => [name, { bold: true }] as const),
  ...['em', 'i'].map((name) => [name, { italic: true }] as const),
  ['u', { underline: true }],
  ['s', { strike: true }],
  ['sub', { sub: true }],
  ['sup', { sup: true }],
])
const containers = new Set(['blockquote', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th'])

/** Deeper blocks are printed at this depth: the page has no room for more, and Typst limits nesting. */
const deepest = 8

/** The content of an element: its blocks, and what only some elements have. */
class Container {
  readonly #path: readonly string[]
  readonly #runs = new RunWriter()
  #level: 2 | 3 | 4 | undefined
  readonly blocks: PrintableBlock[] = []
  /** Of a list. */
  readonly #items: PrintableBlock[][] = []
  /** Of a row. */
  readonly #cells: Cell[] = []
  #isHeader = false
  /** Of a table. */
  readonly #rows: Row[] = []

  /** @param path names of the open containers, from the outermost to this one */
  constructor(path: readonly string[], nodes: Nodes, style: TextStyle) {
    this.#path = path
    this.#addAll(nodes, style)
    this.#endParagraph()
  }

  #addAll(nodes: Nodes, style: TextStyle): void {
    for (const node of nodes) {
      if (node.type === 'text') this.#runs.text(node.data, style)
      else if ('attribs' in node && !dropped.has(node.name)) this.#add(node, style)
    }
  }

  #add(element: Element, style: TextStyle): void {
    const { name, attribs, children } = element
    const inside = styleIn(element, style)
    if (name === 'br') this.#runs.lineBreak()
    if (containers.has(name)) {
      this.#endParagraph()
      if (this.#fits(name)) this.#addContainer(name, attribs, new Container([...this.#path, name], children, inside))
      else this.#addAll(children, inside)
      this.#endParagraph()
    } else if (headings.has(name) || paragraphs.has(name)) {
      this.#endParagraph()
      this.#level = headings.get(name)
      this.#addAll(children, inside)
      this.#endParagraph()
    } else this.#addAll(children, inside)
  }

  #endParagraph(): void {
    const runs = this.#runs.take()
    const level = this.#level
    this.#level = undefined
    if (runs.length > 0) this.blocks.push(level ? { type: 'heading', level, runs } : { type: 'paragraph', runs })
  }

  /** Items belong to lists, cells to rows, rows to tables. A table in a table is reduced to its text. */
  #fits(name: string): boolean {
    const parent = this.#path.at(-1)
    if (this.#path.length >= deepest) return false
    if (name === 'li') return parent === 'ul' || parent === 'ol'
    if (name === 'tr') return parent === 'table'
    if (name === 'td' || name === 'th') return parent === 'tr'
    return name !== 'table' || !this.#path.includes('table')
  }

  #addContainer(name: string, attributes: Element['attribs'], inner: Container): void {
    const { blocks } = inner
    if (name === 'blockquote') {
      if (blocks.length > 0) this.blocks.push({ type: 'quote', blocks })
    } else if (name === 'ul' || name === 'ol') {
      const items = blocks.length > 0 ? [...inner.#items, blocks] : inner.#items
      const start = name === 'ol' ? firstNumber(attributes.start) : null
      if (items.length > 0) this.blocks.push({ type: 'list', start, items })
    } else if (name === 'li') {
      if (blocks.length > 0) this.#items.push(blocks)
    } else if (name === 'td' || name === 'th') {
      this.#cells.push(cellOf(blocks, attributes))
      this.#isHeader ||= name === 'th'
    } else if (name === 'tr') {
      this.blocks.push(...blocks)
      this.#rows.push({ header: inner.#isHeader, cells: inner.#cells })
    } else this.blocks.push(...blocks, ...tableOf(inner.#rows))
  }
}

const styleIn = ({ name, attribs: { href } }: Element, { marks: outer, isPreformatted }: TextStyle): TextStyle => {
  const link = name === 'a' && href !== undefined ? safeLink(href) : null
  return {
    marks: { ...outer, ...marks.get(name), ...(link === null ? {} : { link }) },
    isPreformatted: isPreformatted || name === 'pre',
  }
}

const firstNumber = (start: string | undefined): number => (start && /^\d{1,4}$/.test(start) ? Number(start) : 1)

/**
 * Parses HTML to blocks for print: paragraphs, headings, lists, quotations, tables, links and the common marks. Other elements keep
 * only their text. Descriptions are sanitised before, which limits their nesting; their headings start at h3, since the book uses the
 * upper levels. Parses broken HTML like browsers.
 */
export const printableHtml = (html: string): PrintableBlock[] => {
  const { blocks } = new Container([], parseDocument(html).children, { marks: {}, isPreformatted: false })
  closeLevelGaps(blocks, 1)
  return blocks
}

/** No heading is more than one level below the one before it, as PDF/UA demands. Returns the level of the last heading. */
const closeLevelGaps = (blocks: readonly PrintableBlock[], above: number): number => {
  let last = above
  for (const block of blocks) {
    if (block.type === 'heading') {
      last = Math.min(block.level, last + 1)
      block.level = last as typeof block.level
    } else if (block.type === 'list') last = closeLevelGaps(block.items.flat(), last)
    else if (block.type === 'quote') last = closeLevelGaps(block.blocks, last)
    else if (block.type === 'table') last = closeLevelGaps(block.rows.flat(2), last)
  }
  return last
}

const textOfRuns = (runs: readonly Run[]): string =>
  runs.map((run) => (typeof run === 'string' ? run : 'break' in run ? ' ' : run.text)).join('')

const lines = (block: PrintableBlock): string[] => {
  switch (block.type) {
    case 'list':
      return block.items.flatMap((item) => item.flatMap(lines).map((line, index) => (index === 0 ? `- ${line}` : line)))
    case 'quote':
      return block.blocks.flatMap(lines)
    case 'table':
      return block.rows.map((row) => row.map((cell) => cell.flatMap(lines).join(' ')).join(' | '))
    default:
      return [textOfRuns(block.runs)]
  }
}

/** How many lines begin in the blocks. Long lines are several in print; a row of a table has those of its highest cell. */
export const lineCount = (blocks: readonly PrintableBlock[]): number =>
  blocks.reduce((sum, block) => sum + linesIn(block), 0)

const linesIn = (block: PrintableBlock): number => {
  switch (block.type) {
    case 'list':
      return lineCount(block.items.flat())
    case 'quote':
      return lineCount(block.blocks)
    case 'table':
      return block.rows.reduce((sum, row) => sum + row.reduce((most, cell) => Math.max(most, lineCount(cell)), 1), 0)
    default:
      return 1 + block.runs.filter((run) => typeof run !== 'string' && 'break' in run).length
  }
}

/** The plain text of an HTML description, one line for each block. */
export const textOfHtml = (html: string): string => withoutBreaks(printableHtml(html).flatMap(lines).join('\n'))

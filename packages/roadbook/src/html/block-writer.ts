import type { PrintableBlock } from './printable-block.ts'
import { RunWriter } from './run-writer.ts'
import { type Cell, cellOf, type Row, tableOf } from './table.ts'

type Attributes = Readonly<Record<string, string>>
export type ContainerKind = 'quote' | 'bullets' | 'numbers' | 'item' | 'table' | 'row' | 'cell' | 'header'

interface Container {
  kind: ContainerKind | 'root'
  attributes: Attributes
  blocks: PrintableBlock[]
  /** Of a list. */
  items: PrintableBlock[][]
  /** Of a row. */
  cells: Cell[]
  header: boolean
  /** Of a table. */
  rows: Row[]
}

/** Deeper blocks are printed at this depth: the page has no room for more, and Typst limits nesting. */
const deepest = 8

const container = (kind: ContainerKind | 'root', attributes: Attributes): Container => ({
  kind,
  attributes,
  blocks: [],
  items: [],
  cells: [],
  header: false,
  rows: [],
})

const isList = (kind: ContainerKind | 'root'): boolean => kind === 'bullets' || kind === 'numbers'

/** Builds blocks from the events of an HTML parser. Uses a stack instead of recursion, so no nesting overflows the call stack. */
export class BlockWriter {
  readonly runs = new RunWriter()
  readonly #stack: Container[] = [container('root', {})]
  /** For each open container, whether it is on the stack. */
  readonly #opened: boolean[] = []
  #level: 2 | 3 | 4 | null = null

  startHeading(level: 2 | 3 | 4): void {
    this.endParagraph()
    this.#level = level
  }

  endParagraph(): void {
    const runs = this.runs.take()
    const level = this.#level
    this.#level = null
    if (runs.length === 0) return
    this.#top.blocks.push(level === null ? { type: 'paragraph', runs } : { type: 'heading', level, runs })
  }

  open(kind: ContainerKind, attributes: Attributes): void {
    this.endParagraph()
    const accepted = this.#stack.length <= deepest && this.#fits(kind)
    this.#opened.push(accepted)
    if (accepted) this.#stack.push(container(kind, attributes))
  }

  close(): void {
    this.endParagraph()
    if (this.#opened.pop()) this.#settle()
  }

  end(): PrintableBlock[] {
    this.endParagraph()
    while (this.#stack.length > 1) this.#settle()
    return this.#top.blocks
  }

  get #top(): Container {
    return this.#stack.at(-1) as Container
  }

  /** Items belong to lists, cells to rows, rows to tables. A table in a table is reduced to its text. */
  #fits(kind: ContainerKind): boolean {
    const { kind: parent } = this.#top
    if (kind === 'item') return isList(parent)
    if (kind === 'row') return parent === 'table'
    if (kind === 'cell' || kind === 'header') return parent === 'row'
    if (kind === 'table') return !this.#stack.some((above) => above.kind === 'table')
    return true
  }

  #settle(): void {
    const done = this.#stack.pop() as Container
    const parent = this.#top
    const { blocks } = done
    switch (done.kind) {
      case 'quote':
        if (blocks.length > 0) parent.blocks.push({ type: 'quote', blocks })
        break
      case 'bullets':
      case 'numbers': {
        const items = blocks.length > 0 ? [...done.items, blocks] : done.items
        const start = done.kind === 'numbers' ? firstNumber(done.attributes.start) : null
        if (items.length > 0) parent.blocks.push({ type: 'list', start, items })
        break
      }
      case 'item':
        if (blocks.length > 0) parent.items.push(blocks)
        break
      case 'cell':
      case 'header':
        parent.cells.push(cellOf(blocks, done.attributes))
        parent.header ||= done.kind === 'header'
        break
      case 'row':
        parent.blocks.push(...blocks)
        parent.rows.push({ header: done.header, cells: done.cells })
        break
      default:
        parent.blocks.push(...blocks, ...tableOf(done.rows))
    }
  }
}

const firstNumber = (start: string | undefined): number => (start && /^\d{1,4}$/.test(start) ? Number(start) : 1)

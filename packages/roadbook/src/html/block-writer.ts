import { collapse, withBreaks } from '../text/plain-text.ts'
import type { PrintableBlock, Run } from './printable-block.ts'
import { safeLink } from './safe-link.ts'
import { tableOf } from './table.ts'

type Kind = 'root' | 'quote' | 'unordered' | 'ordered' | 'item' | 'table' | 'row' | 'cell' | 'header'

interface Container {
  kind: Kind
  blocks: PrintableBlock[]
  /** Items of a list, or cells of a row. */
  parts: PrintableBlock[][]
  rows: { header: boolean; cells: PrintableBlock[][] }[]
  header: boolean
}

/** Deeper nesting is drawn at this depth: the page has no room for it, and the typesetter a limit. */
const deepest = 8

const container = (kind: Kind): Container => ({ kind, blocks: [], parts: [], rows: [], header: false })
const isList = (kind: Kind): boolean => kind === 'unordered' || kind === 'ordered'

/** Builds blocks from the events of an HTML parser; a stack instead of recursion, so that no nesting can exhaust it. */
export class BlockWriter {
  readonly #stack: Container[] = [container('root')]
  /** One entry for each container opened: whether it went on the stack or was passed over. */
  readonly #opened: boolean[] = []
  #runs: Run[] = []
  #level: 2 | 3 | 4 | null = null
  #bold = 0
  #italic = 0
  #link: string | null = null

  text(text: string): void {
    const collapsed = collapse(text)
    const value = this.#atLineStart() ? collapsed.trimStart() : collapsed
    if (value === '') return
    this.#runs.push({
      text: value,
      ...(this.#bold > 0 && { bold: true }),
      ...(this.#italic > 0 && { italic: true }),
      ...(this.#link !== null && { link: this.#link }),
    })
  }

  lineBreak(): void {
    if (this.#runs.length > 0) this.#runs.push({ break: true })
  }

  mark(mark: 'bold' | 'italic', by: 1 | -1): void {
    if (mark === 'bold') this.#bold = Math.max(0, this.#bold + by)
    else this.#italic = Math.max(0, this.#italic + by)
  }

  startLink(href: string): void {
    this.#link = safeLink(href)
  }

  endLink(): void {
    this.#link = null
  }

  startHeading(level: 2 | 3 | 4): void {
    this.endParagraph()
    this.#level = level
  }

  endParagraph(): void {
    const runs = finished(this.#runs)
    const level = this.#level
    this.#runs = []
    this.#level = null
    if (runs.length === 0) return
    this.#top.blocks.push(level === null ? { type: 'paragraph', runs } : { type: 'heading', level, runs })
  }

  open(kind: Exclude<Kind, 'root'>): void {
    this.endParagraph()
    const accepted = this.#stack.length <= deepest && this.#fits(kind)
    this.#opened.push(accepted)
    if (accepted) this.#stack.push(container(kind))
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

  /** Items belong to lists, cells to rows, rows to tables; a table inside a cell is read as its text. */
  #fits(kind: Kind): boolean {
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
    const loose = done.blocks.length > 0 ? [done.blocks] : []
    switch (done.kind) {
      case 'quote':
        if (done.blocks.length > 0) parent.blocks.push({ type: 'quote', blocks: done.blocks })
        break
      case 'unordered':
      case 'ordered': {
        const items = [...done.parts, ...loose]
        if (items.length > 0) parent.blocks.push({ type: 'list', ordered: done.kind === 'ordered', items })
        break
      }
      case 'item':
        if (done.blocks.length > 0) parent.parts.push(done.blocks)
        break
      case 'cell':
      case 'header':
        parent.parts.push(done.blocks)
        parent.header ||= done.kind === 'header'
        break
      case 'row':
        parent.rows.push({ header: done.header, cells: [...done.parts, ...loose] })
        break
      default:
        parent.blocks.push(...done.blocks, ...tableOf(done.rows))
    }
  }

  #atLineStart(): boolean {
    const last = this.#runs.at(-1)
    return last === undefined || typeof last === 'string' || 'break' in last || last.text.endsWith(' ')
  }
}

/** Without the white space and breaks that end a paragraph; plain runs as bare strings, which keeps the data small. */
const finished = (runs: Run[]): Run[] => {
  const kept = [...runs]
  while (kept.length > 0) {
    const last = kept.at(-1) as Exclude<Run, string>
    if ('break' in last || last.text.trim() === '') kept.pop()
    else break
  }
  return kept.map((run, index) => {
    if (typeof run === 'string' || 'break' in run) return run
    const text = withBreaks(index === kept.length - 1 ? run.text.trimEnd() : run.text)
    return run.bold || run.italic || run.link !== undefined ? { ...run, text } : text
  })
}

import { collapse, withBreaks } from '../text/plain-text.ts'
import { type Mark, type MarkedRun, marks, type Run } from './printable-block.ts'
import { safeLink } from './safe-link.ts'

type Written = { break: true } | MarkedRun

/** Collects the runs of each paragraph. Marks stay open across paragraphs, as in broken HTML. */
export class RunWriter {
  readonly #open: Record<Mark, number> = { bold: 0, italic: 0, underline: 0, strike: 0, sub: 0, sup: 0 }
  #runs: Written[] = []
  #link: string | null = null
  #preformatted = 0

  text(text: string): void {
    if (this.#preformatted === 0) this.#write(text)
    else {
      text.split('\n').forEach((line, index) => {
        if (index > 0) this.lineBreak()
        this.#write(line)
      })
    }
  }

  lineBreak(): void {
    if (this.#runs.length > 0) this.#runs.push({ break: true })
  }

  mark(mark: Mark, by: 1 | -1): void {
    this.#open[mark] = Math.max(0, this.#open[mark] + by)
  }

  preformatted(by: 1 | -1): void {
    this.#preformatted = Math.max(0, this.#preformatted + by)
  }

  link(href: string | null): void {
    this.#link = href === null ? null : safeLink(href)
  }

  /** The paragraph without leading and trailing white space and breaks; none if it is empty. */
  take(): Run[] {
    const runs = this.#runs
    this.#runs = []
    for (let last = runs.at(-1); last !== undefined; last = runs.at(-1)) {
      if (!('break' in last)) {
        last.text = last.text.trimEnd()
        if (last.text !== '') break
      }
      runs.pop()
    }
    return runs.map((run) => {
      if ('break' in run) return run
      const text = withBreaks(run.text)
      return Object.keys(run).length === 1 ? text : { ...run, text }
    })
  }

  #write(text: string): void {
    const collapsed = collapse(text)
    const value = this.#atLineStart() ? collapsed.trimStart() : collapsed
    if (value === '') return
    const run: MarkedRun = { text: value }
    for (const mark of marks) if (this.#open[mark] > 0) run[mark] = true
    if (this.#link !== null) run.link = this.#link
    this.#runs.push(run)
  }

  #atLineStart(): boolean {
    const last = this.#runs.at(-1)
    return last === undefined || 'break' in last || last.text.endsWith(' ')
  }
}

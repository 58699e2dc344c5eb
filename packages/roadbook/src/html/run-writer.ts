import { collapse, withBreaks } from '../text/plain-text.ts'

type Mark = 'bold' | 'italic' | 'underline' | 'strike' | 'sub' | 'sup'
export type MarkedRun = { text: string; link?: string } & Partial<Record<Mark, true>>

/** Text without marks is a string, which keeps the data small. */
export type Run = string | { break: true } | MarkedRun

/** The marks of a text, and whether its white space counts. */
export interface TextStyle {
  marks: Omit<MarkedRun, 'text'>
  isPreformatted: boolean
}

/** Collects the runs of a paragraph. */
export class RunWriter {
  #runs: ({ break: true } | MarkedRun)[] = []

  text(text: string, { marks, isPreformatted }: TextStyle): void {
    for (const [index, line] of (isPreformatted ? text.split('\n') : [text]).entries()) {
      if (index > 0) this.lineBreak()
      const last = this.#runs.at(-1)
      const isLineStart = last === undefined || 'break' in last || last.text.endsWith(' ')
      const value = isLineStart ? collapse(line).trimStart() : collapse(line)
      if (value !== '') this.#runs.push({ ...marks, text: value })
    }
  }

  lineBreak(): void {
    if (this.#runs.length > 0) this.#runs.push({ break: true })
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
}

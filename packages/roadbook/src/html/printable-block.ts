/**
 * HTML as data for print. Data is never markup, so Typst interprets no text. Runs are flat (bold, italic, link are marks on a run), and the
 * nesting of blocks is limited.
 */
export type PrintableBlock =
  | { type: 'paragraph'; runs: Run[] }
  | { type: 'heading'; level: 2 | 3 | 4; runs: Run[] }
  | { type: 'list'; start: number | null; items: PrintableBlock[][] }
  | { type: 'quote'; blocks: PrintableBlock[] }
  | { type: 'table'; columns: number; headerRows: number; rows: PrintableBlock[][][] }

/** Lists without `start` have bullets. Text without marks is a string, which keeps the data small. */
export type Run = string | { break: true } | MarkedRun

export const marks = ['bold', 'italic', 'underline', 'strike', 'sub', 'sup'] as const
export type Mark = (typeof marks)[number]
export type MarkedRun = { text: string; link?: string } & Partial<Record<Mark, true>>

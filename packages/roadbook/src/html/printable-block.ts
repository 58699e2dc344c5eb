/**
 * What HTML becomes for print: data, never markup, so that no text can mean anything to the typesetter. Runs are flat
 * (bold, italic and link are marks on a run) and blocks nest only as deep as a page can show.
 */
export type PrintableBlock =
  | { type: 'paragraph'; runs: Run[] }
  | { type: 'heading'; level: 2 | 3 | 4; runs: Run[] }
  | { type: 'list'; ordered: boolean; items: PrintableBlock[][] }
  | { type: 'quote'; blocks: PrintableBlock[] }
  | { type: 'table'; columns: number; headerRows: number; rows: PrintableBlock[][][] }

export type Run = string | { break: true } | { text: string; bold?: true; italic?: true; link?: string }

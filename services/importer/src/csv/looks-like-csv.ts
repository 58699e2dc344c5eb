import { cellCounts, delimiters } from './delimiter.ts'

/** Fewer cells than any booking list has, and more than two consecutive lines of prose have commas. */
const fewestCells = 4

/** Whether an undeclared text is CSV: its first two lines have the same number of cells, at least four (the last one may be missing). */
export const looksLikeCsv = (beginning: string): boolean =>
  delimiters.some((delimiter) => {
    const [header = 0, row = 0] = cellCounts(beginning, delimiter)
    return header >= fewestCells && Math.abs(header - row) <= (delimiter === ',' ? 0 : 1)
  })

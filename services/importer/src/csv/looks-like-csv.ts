import { cellCounts, delimiters } from './delimiter.ts'

/** Fewer cells than any list of bookings has columns, more than a line of prose has commas twice in a row. */
const fewestCells = 4

/** Whether a text that nothing else calls CSV is one: its first two lines have as many cells, at least four (a last one may be missing). */
export const looksLikeCsv = (beginning: string): boolean =>
  delimiters.some((delimiter) => {
    const [header = 0, row = 0] = cellCounts(beginning, delimiter)
    return header >= fewestCells && Math.abs(header - row) <= (delimiter === ',' ? 0 : 1)
  })

/** What is wrong with a row as a whole, before any cell is looked at. */
export type RowFault = 'too-many-cells'

export const rowFaultSentences: Readonly<Record<RowFault, string>> = {
  'too-many-cells':
    'The row has more cells than the header has columns, so they can’t be told apart. Put cells that hold the delimiter in quotes.',
}

/**
 * A row with at most as many cells as there are columns: those that are missing at the end count as empty, and empty ones behind the last
 * column (a delimiter at the end of the line) are left out. Missing ones are not filled in: a byte could then take as much memory as the header has columns. More cells than columns mean that one was split, and nobody can say which: that is a fault of the row, whose
 * cells stay as they are.
 */
export const inShape = (cells: string[], columns: number): { cells: string[]; fault?: RowFault } => {
  if (cells.length <= columns) return { cells }
  const surplus = cells.slice(columns)
  return surplus.every((cell) => cell.trim() === '')
    ? { cells: cells.slice(0, columns) }
    : { cells, fault: 'too-many-cells' }
}

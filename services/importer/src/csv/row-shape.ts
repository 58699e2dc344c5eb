/** A fault of a whole row, independent of its cells. */
export type RowFault = 'too-many-cells'

/**
 * Fits a row to the header. Missing cells at the end count as empty, but are not filled in: otherwise one byte could take as much memory as the header
 * has columns. Empty cells behind the last column (a delimiter at the end of the line) are removed. More cells mean that one cell was split at an
 * unknown place: that is a fault of the row, whose cells stay unchanged.
 */
export const inShape = (cells: string[], columns: number): { cells: string[]; fault?: RowFault } => {
  if (cells.length <= columns) return { cells }
  const surplus = cells.slice(columns)
  return surplus.every((cell) => cell.trim() === '')
    ? { cells: cells.slice(0, columns) }
    : { cells, fault: 'too-many-cells' }
}

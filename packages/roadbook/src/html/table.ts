import type { PrintableBlock } from './printable-block.ts'

/** Above this, columns get too narrow for words; the rows are then printed as paragraphs. */
const mostColumns = 8

/** A table whose rows all have the same number of cells, with the rows that head it counted; none for an empty one. */
export const tableOf = (rows: readonly { header: boolean; cells: PrintableBlock[][] }[]): PrintableBlock[] => {
  const filled = rows.filter(({ cells }) => cells.length > 0)
  const columns = Math.max(0, ...filled.map(({ cells }) => cells.length))
  if (columns === 0) return []
  if (columns > mostColumns) return filled.flatMap(({ cells }) => cells.flat())
  const firstPlain = filled.findIndex(({ header }) => !header)
  return [
    {
      type: 'table',
      columns,
      headerRows: firstPlain === -1 ? 0 : Math.min(firstPlain, 2),
      rows: filled.map(({ cells }) => Array.from({ length: columns }, (_, column) => cells[column] ?? [])),
    },
  ]
}

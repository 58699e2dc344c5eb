import type { PrintableBlock } from './printable-html.ts'

/** With more columns, words do not fit; the rows are then printed as paragraphs. */
const mostColumns = 8
const mostRows = 200

export interface Cell {
  blocks: PrintableBlock[]
  /** Columns and rows that it spans. */
  columns: number
  rows: number
}

export interface Row {
  header: boolean
  cells: Cell[]
}

const spanOf = (attribute: string | undefined, most: number): number => {
  const span = Number(attribute ?? 1)
  return Number.isInteger(span) ? Math.min(most, Math.max(1, span)) : 1
}

export const cellOf = (blocks: PrintableBlock[], { colspan, rowspan }: Readonly<Record<string, string>>): Cell => ({
  blocks,
  columns: spanOf(colspan, mostColumns),
  rows: spanOf(rowspan, mostRows),
})

/** Cells by column. Where a cell spans several columns or rows, the others are empty. */
const inColumns = (rows: readonly Row[]): PrintableBlock[][][] => {
  const covered: number[] = []
  return rows.map(({ cells }) => {
    const line: PrintableBlock[][] = []
    const skipCovered = (): void => {
      while ((covered[line.length] ?? 0) > 0) {
        covered[line.length] = (covered[line.length] ?? 0) - 1
        line.push([])
      }
    }
    for (const { blocks, columns, rows: height } of cells) {
      skipCovered()
      for (let column = 0; column < columns; column += 1) {
        covered[line.length] = height - 1
        line.push(column === 0 ? blocks : [])
      }
    }
    skipCovered()
    return line
  })
}

/** A table whose rows all have the same number of cells, with the number of its header rows; none if it is empty. */
export const tableOf = (rows: readonly Row[]): PrintableBlock[] => {
  const filled = rows.filter(({ cells }) => cells.length > 0)
  const lines = inColumns(filled)
  const columns = Math.max(0, ...lines.map(({ length }) => length))
  if (columns === 0) return []
  if (columns > mostColumns) return lines.flatMap((cells) => cells.flat())
  const firstPlain = filled.findIndex(({ header }) => !header)
  return [
    {
      type: 'table',
      columns,
      headerRows: firstPlain === -1 ? 0 : Math.min(firstPlain, 2),
      rows: lines.map((cells) => Array.from({ length: columns }, (_, column) => cells[column] ?? [])),
    },
  ]
}

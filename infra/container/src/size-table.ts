import { limits, type Program } from './programs.ts'

interface Row {
  program: Program
  image: string
  /** Without the base image. */
  bytes: number
  /** Path of the bill of materials. */
  bill: string
}

/** The sizes beside their limits, and the images that exceed theirs. */
export function sizeTable(rows: readonly Row[]): { text: string; tooLarge: string[] } {
  const cells = rows.map(({ program, image, bytes, bill }) => [
    image,
    (bytes / 1e6).toFixed(1),
    String(limits[program]),
    bill,
  ])
  const table = [['image', 'MB over base', 'limit', 'bill of materials'], ...cells]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map(([name = '', size = '', limit = '', bill = '']) =>
    [name.padEnd(widths[0] ?? 0), size.padStart(widths[1] ?? 0), limit.padStart(widths[2] ?? 0), bill].join('  '),
  )
  return {
    text: lines.join('\n'),
    tooLarge: rows.filter(({ program, bytes }) => bytes > limits[program] * 1e6).map(({ image }) => image),
  }
}

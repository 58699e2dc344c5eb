import { type PrintableBlock, printableHtml } from './printable-html.ts'
import type { Run } from './run-writer.ts'

const textOfRuns = (runs: readonly Run[]): string =>
  runs.map((run) => (typeof run === 'string' ? run : 'break' in run ? ' ' : run.text)).join('')

const lines = (block: PrintableBlock): string[] => {
  switch (block.type) {
    case 'list':
      return block.items.flatMap((item) => item.flatMap(lines).map((line, index) => (index === 0 ? `- ${line}` : line)))
    case 'quote':
      return block.blocks.flatMap(lines)
    case 'table':
      return block.rows.map((row) => row.map((cell) => cell.flatMap(lines).join(' ')).join(' | '))
    default:
      return [textOfRuns(block.runs)]
  }
}

/** The plain text of an HTML description, one line for each block. */
export const textOfHtml = (html: string): string =>
  printableHtml(html).flatMap(lines).join('\n').replaceAll('\u200B', '')

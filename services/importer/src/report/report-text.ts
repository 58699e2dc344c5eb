import type { Block } from './report-html.ts'
import type { Words } from './words.ts'

/** The report as plain text. */
export const reportText = (words: Words, blocks: readonly Block[]): string =>
  `${blocks.map((block) => textOf(words, block)).join('\n\n')}\n`

const textOf = (words: Words, block: Block): string => {
  if (block.kind === 'file') return `== ${block.name} ==`
  if (block.kind === 'counts') return `${block.counts.map(({ text }) => text).join(', ')}.`
  if (block.kind !== 'faults') return block.text
  const lines = block.faults.map(({ row, downloadCode, column, message }) => {
    const booking = downloadCode === null ? '' : `, ${downloadCode}`
    return `${words.row} ${row}${booking}${column === null ? '' : ` (${column})`}: ${message}`
  })
  return [...lines, ...(block.more === null ? [] : [`… ${block.more}`])].join('\n')
}

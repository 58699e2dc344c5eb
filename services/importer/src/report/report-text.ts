import type { Messages } from '@guidebook/messages'
import type { Block } from './report-html.ts'

/** The report as plain text. */
export const reportText = (texts: Messages<'importReport'>, blocks: readonly Block[]): string =>
  `${blocks.map((block) => textOf(texts, block)).join('\n\n')}\n`

const textOf = (texts: Messages<'importReport'>, block: Block): string => {
  if (block.kind === 'file') return `== ${block.name} ==`
  if (block.kind === 'counts') return `${block.counts.map(({ text }) => text).join(', ')}.`
  if (block.kind !== 'faults') return block.text
  const lines = block.faults.map(({ row, downloadCode, column, message }) => {
    const booking = downloadCode === null ? '' : `, ${downloadCode}`
    return `${texts.row} ${row}${booking}${column === null ? '' : ` (${column})`}: ${message}`
  })
  return [...lines, ...(block.more === null ? [] : [`… ${block.more}`])].join('\n')
}

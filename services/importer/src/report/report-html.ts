import { type Language, type Messages, messagesOf } from '@guidebook/messages'
import escapeHtml from 'escape-html'

export const decisions = ['created', 'changed', 'unchanged', 'failed'] as const
/** The outcome of a row. */
export type Decision = (typeof decisions)[number]

interface ReportedFault {
  row: number
  /** Shown with the row number, which counts from the header, unlike in a spreadsheet. */
  downloadCode: number | null
  column: string | null
  message: string
}

interface ReportedDecision extends Pick<ReportedFault, 'row' | 'downloadCode'> {
  decision: string
}

/** A block of a report. */
export type Block =
  | { kind: 'paragraph' | 'success' | 'refusal' | 'note'; text: string }
  | { kind: 'file'; name: string }
  | { kind: 'counts'; counts: readonly { decision: Decision; text: string }[] }
  /** `more`: the number of rows that are not shown. */
  | { kind: 'faults'; faults: readonly ReportedFault[]; more: string | null }
  | { kind: 'decisions'; rows: readonly ReportedDecision[]; more: string | null }

/** Mail programs drop style sheets and support little CSS, so each element has inline styles. */
const style = {
  page: 'margin:0;padding:24px 12px;background:#f2f4f5;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#1c2428',
  sheet: 'max-width:640px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px',
  title: 'margin:0 0 20px;font-size:20px;line-height:1.3',
  file: 'margin:28px 0 8px;padding-top:16px;border-top:1px solid #d9dfe2;font-size:16px;overflow-wrap:anywhere',
  paragraph: 'margin:0 0 12px',
  success: 'margin:0 0 12px;padding:10px 14px;border-left:4px solid #1d7a45;background:#e9f6ee',
  refusal: 'margin:0 0 12px;padding:10px 14px;border-left:4px solid #b3261e;background:#fcecea;overflow-wrap:anywhere',
  note: 'margin:12px 0;font-size:13px;color:#57646b',
  table: 'width:100%;margin:12px 0;border-collapse:collapse;font-size:14px',
  head: 'padding:6px 8px;border-bottom:2px solid #c3ccd1;vertical-align:bottom',
  cell: 'padding:6px 8px;border-bottom:1px solid #e3e8ea;vertical-align:top;overflow-wrap:anywhere',
  number: 'padding:6px 8px;border-bottom:1px solid #e3e8ea;vertical-align:top;text-align:right;white-space:nowrap',
  code: 'font-size:12px;color:#57646b',
} as const

const colours: Readonly<Record<Decision, string>> = {
  created: 'background:#e9f6ee;color:#145a33',
  changed: 'background:#e8f0fb;color:#1b4a86',
  unchanged: 'background:#eef1f2;color:#46525a',
  failed: 'background:#fcecea;color:#8c1d18',
}

/** The report as HTML; readable on a phone, and without any styles. */
export const reportHtml = (lang: Language, title: string, blocks: readonly Block[]): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body style="${style.page}"><div style="${style.sheet}"><h1 style="${style.title}">${escapeHtml(title)}</h1>${blocks.map((block) => htmlOf(messagesOf('importReport', lang), block)).join('')}</div></body></html>`

const htmlOf = (texts: Messages<'importReport'>, block: Block): string => {
  if (block.kind === 'file') return `<h2 style="${style.file}">${escapeHtml(block.name)}</h2>`
  if (block.kind === 'counts') return `<p style="${style.paragraph}">${block.counts.map(pill).join(' ')}</p>`
  if (block.kind === 'faults') return faultTable(texts, block)
  if (block.kind === 'decisions') return decisionTable(texts, block)
  return `<p style="${style[block.kind]}">${escapeHtml(block.text)}</p>`
}

const pill = ({ decision, text }: { decision: Decision; text: string }): string =>
  `<span style="display:inline-block;margin:0 4px 4px 0;padding:3px 12px;border-radius:14px;font-weight:600;${colours[decision]}">${escapeHtml(text)}</span>`

const faultTable = (texts: Messages<'importReport'>, { faults, more }: Extract<Block, { kind: 'faults' }>): string => {
  const rows = faults.map(({ column, message, ...row }) => [
    numberOf(row),
    escapeHtml(column ?? ''),
    escapeHtml(message),
  ])
  return table([texts.row, texts.column, texts.fault], rows, more)
}

const decisionTable = (
  texts: Messages<'importReport'>,
  { rows, more }: Extract<Block, { kind: 'decisions' }>,
): string =>
  table(
    [texts.row, texts.decision],
    rows.map((row) => [numberOf(row), escapeHtml(row.decision)]),
    more,
  )

const numberOf = ({ row, downloadCode }: Pick<ReportedFault, 'row' | 'downloadCode'>): string =>
  `${row}${downloadCode === null ? '' : `<br><span style="${style.code}">${downloadCode}</span>`}`

/** A table whose first column is the row number; its cells are HTML. */
const table = (names: readonly string[], rows: readonly string[][], more: string | null): string => {
  const head = names.map(
    (name, index) => `<th style="${style.head};text-align:${index === 0 ? 'right' : 'left'}">${escapeHtml(name)}</th>`,
  )
  const cell = (html: string, index: number) => `<td style="${index === 0 ? style.number : style.cell}">${html}</td>`
  const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`)
  const rest =
    more === null ? '' : `<tr><td style="${style.cell}" colspan="${names.length}">… ${escapeHtml(more)}</td></tr>`
  return `<table style="${style.table}"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}${rest}</tbody></table>`
}

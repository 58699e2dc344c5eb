import stringWidth from 'fast-string-width'
import type { Paint } from './paint.ts'

/** A value, or a text with its style. Null and empty texts are shown as a dash. */
export type Cell = string | number | boolean | null | { text: string; paint: (text: string) => string }

const gap = '  '

/** Escapes control characters: texts of partners must not control the terminal. */
export const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

function plain(cell: Cell): string {
  if (cell === null || cell === '') return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return visible(typeof cell === 'object' ? cell.text : String(cell))
}

const painted = (cell: Cell, text: string): string =>
  typeof cell === 'object' && cell !== null ? cell.paint(text) : text

const padding = (text: string, width: number): string => ' '.repeat(width - stringWidth(text))

/** Columns are as wide as their widest cell. Nothing is cut, because people copy values. */
export function table(headers: readonly string[], rows: readonly (readonly Cell[])[], paint: Paint): string {
  const texts = rows.map((row) => row.map(plain))
  const widths = headers.map((header, column) =>
    Math.max(stringWidth(header), ...texts.map((row) => stringWidth(row[column] ?? ''))),
  )
  const line = (shown: readonly string[], paintOf: (column: number) => (text: string) => string) =>
    shown
      .map((text, column) => {
        const isLast = column === shown.length - 1
        return paintOf(column)(text) + (isLast ? '' : padding(text, widths[column] ?? 0))
      })
      .join(gap)
  return [
    line(headers, () => paint.faint),
    ...texts.map((shown, row) => line(shown, (column) => (text) => painted(rows[row]?.[column] ?? null, text))),
  ].join('\n')
}

/** A line for each field. */
export function fields(entries: readonly (readonly [label: string, value: Cell])[], paint: Paint): string {
  const width = Math.max(...entries.map(([label]) => stringWidth(label)))
  return entries
    .map(([label, value]) => paint.faint(label) + padding(label, width) + gap + painted(value, plain(value)))
    .join('\n')
}

/** A heading and its content. */
export const section = (title: string, body: string, paint: Paint): string => `${paint.strong(title)}\n${body}`

/** To the second; the JSON output has the full instant. */
export const moment = (instant: string | null): string | null =>
  instant === null ? null : `${instant.slice(0, 19).replace('T', ' ')}Z`

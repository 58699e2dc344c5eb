import { styleText } from 'node:util'
import { visible } from '@guidebook/client/internal'
import stringWidth from 'fast-string-width'

const formats = { strong: 'bold', faint: 'dim', good: 'green', warning: 'yellow', bad: 'red' } as const
export type Style = keyof typeof formats
export type Paint = (style: Style, text: string) => string

export interface PaintSources {
  stream: { isTTY?: boolean | undefined }
  env: Readonly<Record<string, string | undefined>>
  /** False: `--no-color`. */
  enabled: boolean
}

/** Colours only for a terminal that supports them, unless the user declined them (https://no-color.org). */
export function paintFor({ stream, env, enabled }: PaintSources): Paint {
  const isColoured = enabled && stream.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb'
  return (style, text) => (isColoured ? styleText(formats[style], text, { validateStream: false }) : text)
}

/** A part of the output for people. */
export type Block = string | ((paint: Paint) => string)

export const render = (block: Block, paint: Paint): string => (typeof block === 'string' ? block : block(paint))

/** Several parts, with an empty line between them. Null means no part. */
export const blocks =
  (...parts: readonly (Block | null)[]): Block =>
  (paint) =>
    parts.flatMap((part) => (part === null ? [] : [render(part, paint)])).join('\n\n')

/** A value, or a text with its style. Null and empty texts are shown as a dash. */
export type Cell = string | number | boolean | null | { text: string | number; style: Style }

export const strong = (text: string): Cell => ({ text, style: 'strong' })
export const good = (text: string): Cell => ({ text, style: 'good' })

function plain(cell: Cell): string {
  if (cell === null || cell === '') return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return visible(String(typeof cell === 'object' ? cell.text : cell))
}

/** Padded before it is painted, because only the text has a width. */
function padded(cell: Cell, width: number, paint: Paint): string {
  const text = plain(cell)
  const styled = typeof cell === 'object' && cell !== null ? paint(cell.style, text) : text
  return styled + ' '.repeat(Math.max(0, width - stringWidth(text)))
}

/** Columns are as wide as their widest cell. Nothing is cut, because people copy values. */
export const table =
  (headers: readonly string[], rows: readonly (readonly Cell[])[]): Block =>
  (paint) => {
    const all = [headers.map((text): Cell => ({ text, style: 'faint' })), ...rows]
    const widths = headers.map((_, column) => Math.max(...all.map((row) => stringWidth(plain(row[column] ?? null)))))
    const line = (row: readonly Cell[]) =>
      row.map((cell, column) => padded(cell, column === row.length - 1 ? 0 : (widths[column] ?? 0), paint)).join('  ')
    return all.map(line).join('\n')
  }

/** A line for each labelled value. */
export const fields =
  (values: Readonly<Record<string, Cell>>): Block =>
  (paint) => {
    const width = Math.max(...Object.keys(values).map((label) => stringWidth(label)))
    const line = ([text, value]: [string, Cell]) =>
      `${padded({ text, style: 'faint' }, width, paint)}  ${padded(value, 0, paint)}`
    return Object.entries(values).map(line).join('\n')
  }

/** A heading and its content. */
export const section =
  (title: string, body: Block): Block =>
  (paint) =>
    `${paint('strong', title)}\n${render(body, paint)}`

/** To the second; the JSON output has the full instant. */
export const moment = (instant: string | null): string | null =>
  instant === null ? null : `${instant.slice(0, 19).replace('T', ' ')}Z`

/** CSV that spreadsheets open: with semicolons and a byte order mark, quoted where needed. An apostrophe keeps a text from being a formula. */
type Cell = string | number | boolean | null | undefined

export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => row.map(cellOf).join(';')).join('\r\n')}\r\n`

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Error values of spreadsheets in several languages; `####` is a cell in a column that is too narrow. */
const errorValue =
  /^#(#+|n\/?[av]|ref!|value!|div\/0!|name\?|null!|num!|spill!|calc!|getting_data|bezug!|wert!|zahl!|überlauf!|valeur!|nom\??|nombre!?|¿nombre\?|valor!|rif!|valore!)$/i

/** Whether a cell contains an error of a spreadsheet (`#N/A`, `#REF!`) instead of a value. */
export const isSpreadsheetError = (text: string): boolean => errorValue.test(text)

/**
 * Text that spreadsheets evaluate as a formula (OWASP, "CSV Injection"): its first characters, including full-width forms, also behind spaces and
 * invisible characters, and any text behind a tab or line end.
 */
const formula = String.raw`[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]`
const formulaStart = new RegExp(`^(?:${formula})`, 'u')
const apostropheBeforeFormula = new RegExp(`^'(?:${formula})`, 'u')
const harmlessNumber = /^[+-]?\d[\d.,]*$/

/** Puts an apostrophe before a formula, so that spreadsheets treat it as text; `cellText` removes it. */
export const withoutFormula = (cell: string): string =>
  formulaStart.test(cell) && !harmlessNumber.test(cell) ? `'${cell}` : cell

/**
 * A cell as a person sees it: without invisible characters (soft hyphens, zero-width spaces, direction marks), with plain spaces, trimmed, and
 * without the wrapping by which spreadsheets preserve a text (`="00123"`, `'00123`).
 */
export const cellText = (cell: string): string => {
  const unmarked = apostropheBeforeFormula.test(cell) ? cell.slice(1) : cell
  const text = isPlain(unmarked)
    ? unmarked.trim()
    : unmarked
        .replace(/\p{Cf}/gu, '')
        .replace(/\s/gu, ' ')
        .replace(/\p{Cc}/gu, '')
        .trim()
  const unwrapped = /^="(.*)"$/s.exec(text)?.[1]
  if (unwrapped !== undefined) return unwrapped.replaceAll('""', '"').trim()
  // Other apostrophes stay: “'t Hof” is a name.
  return /^'[\d=+\-@]/.test(text) ? text.slice(1) : text
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** Like `cellText`, with full-width and other forms of digits and punctuation normalised: for numbers and dates, never for IDs. */
export const plainText = (cell: string): string => {
  const text = cellText(cell)
  return isPlain(text) ? text : text.normalize('NFKC').trim()
}

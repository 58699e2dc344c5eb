/** How spreadsheets, in the languages of their users, write that a formula failed; `####` stands for a column that was too narrow. */
const errorValue =
  /^#(#+|n\/?[av]|ref!|value!|div\/0!|name\?|null!|num!|spill!|calc!|getting_data|bezug!|wert!|zahl!|überlauf!|valeur!|nom\??|nombre!?|¿nombre\?|valor!|rif!|valore!)$/i

/** Whether a cell holds a spreadsheet’s error (`#N/A`, `#REF!`) in place of a value. */
export const isSpreadsheetError = (text: string): boolean => errorValue.test(text)

export const spreadsheetErrorSentence =
  'A spreadsheet has put an error here in place of the value. Mend the formula or write the value.'

/**
 * What spreadsheets run as a formula (OWASP, "CSV Injection"): its first characters, full-width forms too, also behind blanks and invisible
 * characters, and any text behind a tab or line end.
 */
const formula = String.raw`[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]`
const formulaStart = new RegExp(`^(?:${formula})`, 'u')
const apostropheBeforeFormula = new RegExp(`^'(?:${formula})`, 'u')
const harmlessNumber = /^[+-]?\d[\d.,]*$/

/** A cell that a spreadsheet would run as a formula, behind an apostrophe, which makes it text and which `cellText` takes off again. */
export const withoutFormula = (cell: string): string =>
  formulaStart.test(cell) && !harmlessNumber.test(cell) ? `'${cell}` : cell

/**
 * A cell as a person sees it: without characters that show nothing (soft hyphens, zero-width blanks, marks of the writing direction), with plain
 * blanks in place of others and none around, and without what spreadsheets wrap a text in so that it stays one (`="00123"`, `'00123`).
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
  // Not every apostrophe: “'t Hof” is a name.
  return /^'[\d=+\-@]/.test(text) ? text.slice(1) : text
}

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** As `cellText`, with full-width and other forms of digits and punctuation in their plain ones: for numbers and dates, never for IDs. */
export const plainText = (cell: string): string => {
  const text = cellText(cell)
  return isPlain(text) ? text : text.normalize('NFKC').trim()
}

import type { NameIn } from '../explanation.ts'
import { plainText } from './cell-text.ts'

export type NumberReading = { value: number } | { fault: NameIn<'number'> }

/**
 * Reads a cell as a whole number. Formats of spreadsheets are accepted if no digit is lost (`12345.0`, `="00123"`, a leading apostrophe, thousands
 * separators), and refused if digits are lost (`1.23E+05`) or the number is ambiguous (`2.000`). Leading zeros are ignored.
 */
export const readWholeNumber = (cell: string): NumberReading => {
  const text = plainText(cell).replace(/^\+/, '')
  if (/^-?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)) return { fault: 'scientific' }
  if (/^\d{1,3}[.,]000$/.test(text)) return { fault: 'ambiguous' }
  const digits = plainDigits(text)
  if (digits === null) return { fault: 'not-a-number' }
  const value = Number(digits)
  return Number.isSafeInteger(value) ? { value } : { fault: 'too-large' }
}

/** One, two, four or more zeros behind a point or comma are decimals; three are thousands. */
const zeroDecimals = /[.,](0{1,2}|0{4,})$/
const grouped = /^\d{1,3}([.,'’ ])\d{3}(?:\1\d{3})*$/

const plainDigits = (text: string): string | null => {
  const whole = text.replace(zeroDecimals, '')
  if (/^\d+$/.test(whole)) return whole
  const separator = grouped.exec(whole)?.[1]
  if (separator === undefined) return null
  // 1.234,00 has two separators, 1.234.00 is no number.
  const decimals = text.slice(whole.length)
  return decimals.startsWith(separator) ? null : whole.replace(/\D/g, '')
}

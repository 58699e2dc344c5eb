export type NumberReading = { value: number } | { fault: 'not-a-number' | 'scientific' | 'too-large' }

/**
 * Reads a cell as a whole number. What spreadsheets do to numbers is undone where nothing is lost (`12345.0`, a leading
 * apostrophe, thousands separators in groups of three) and refused where digits are (`1.23E+05`).
 */
export const readWholeNumber = (cell: string): NumberReading => {
  const text = cell.trim().replace(/^'/, '')
  if (/^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)) return { fault: 'scientific' }
  const digits = plainDigits(text)
  if (digits === null) return { fault: 'not-a-number' }
  const value = Number(digits)
  return Number.isSafeInteger(value) ? { value } : { fault: 'too-large' }
}

const plainDigits = (text: string): string | null => {
  const whole = text.replace(/^\+/, '').replace(/[.,]0{1,2}$/, '')
  if (/^\d+$/.test(whole)) return whole
  const grouped = /^\d{1,3}([.,'’ \u00a0\u202f])\d{3}(?:\1\d{3})*$/.test(text)
  return grouped ? text.replace(/\D/g, '') : null
}

/** The words of a search in the address: digits were read as a number. */
export const searchWords = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : ''

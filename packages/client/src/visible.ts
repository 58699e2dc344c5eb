/** Escapes control characters: texts of others must not control the terminal. */
export const visible = (text: string): string =>
  text.replace(/\p{Cc}/gu, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

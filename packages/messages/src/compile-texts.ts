import { compileMessage } from './compile-message.ts'

/** Texts with values become functions of them. */
export const compileTexts = (texts: Record<string, string>, language: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.includes('{') ? compileMessage(text, language) : text]),
  )

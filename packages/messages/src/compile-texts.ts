import { type CompiledMessage, compileMessage, type ParsedMessage } from './compile-message.ts'

/** Texts with values become functions of them. A page or process needs few of them, so each is compiled at its first use. */
export const compileTexts = (
  texts: Readonly<Record<string, string | ParsedMessage>>,
  language: string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const isPlain = typeof text === 'string' && !text.includes('{')
      return [name, isPlain ? text : compileAtFirstUse(text, language)]
    }),
  )

function compileAtFirstUse(text: string | ParsedMessage, language: string): CompiledMessage {
  let message: CompiledMessage | undefined
  return (values) => {
    message ??= compileMessage(text, language)
    return message(values)
  }
}

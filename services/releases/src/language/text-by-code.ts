import { messagesOf } from '@guidebook/messages'

/** The text of a code, or of `otherwise` for a code without one. */
export const textByCode = (texts: Readonly<Record<string, string>>, code: string | null, otherwise: string): string =>
  (code !== null && Object.hasOwn(texts, code) ? texts[code] : texts[otherwise]) ?? otherwise

/**
 * The texts of what a build could not do, by code. Warnings of earlier builds are stored with `reference-missing`, which has the text of
 * `reference-not-found`, too.
 */
export function buildProblemTexts(lang: string): Readonly<Record<string, string>> {
  const texts = messagesOf('buildProblems', lang)
  return { ...texts, 'reference-not-found': texts['reference-missing'] }
}

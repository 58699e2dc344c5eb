import type { BookContent, Texts } from './book-content.ts'
import { mapTexts } from './map-texts.ts'

/**
 * Further languages for a release's page, sorted: those of at least half of the places that have any text. A page in a rarer language would
 * mostly show another one.
 */
export function offeredLanguages(content: BookContent, lang: string): string[] {
  const counts = new Map<string, number>()
  let places = 0
  mapTexts(content, ({ texts }) => {
    const languages = languagesOf(texts)
    if (languages.length > 0) places++
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1)
    return texts
  })
  return [...counts].flatMap(([language, count]) => (language !== lang && count * 2 >= places ? [language] : [])).sort()
}

const languagesOf = (texts: Texts): string[] => Object.keys(texts).filter((language) => texts[language]?.trim())

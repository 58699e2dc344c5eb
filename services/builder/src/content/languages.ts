import type { BookContent, Texts } from './book-content.ts'
import { mapTexts, ownerKey, type TextOwner } from './map-texts.ts'

export type LanguageChoice = ReturnType<typeof chooseLanguage>

/** Chooses texts for readers of `lang`. */
export function chooseLanguage(lang: string, defaultLang: string) {
  const substituted = new Map<string, TextOwner>()
  const order = orderFor(lang, defaultLang)
  return {
    /** The text in the requested language, else in the account's, else in English, else in any; `''` if there is none. */
    pick(texts: Texts, owner: TextOwner): string {
      const [found] = byPreference(languagesOf(texts), order)
      if (found === undefined) return ''
      if (found !== lang) substituted.set(ownerKey(owner), owner)
      return texts[found] ?? ''
    },
    /** The owners of texts that were picked in another language, each once. */
    substituted: (): TextOwner[] => [...substituted.values()],
  }
}

const orderFor = (lang: string, defaultLang: string): readonly string[] => [lang, defaultLang, 'en']

/**
 * Texts to be joined, each in the languages that all of them have; those without any text are left out. If no language is common (`isMixed`),
 * each is in only one, the first that any of them has in the order of `chooseLanguage`, and those that lack it have another text there.
 */
export function inSameLanguages(
  all: readonly Texts[],
  lang: string,
  defaultLang: string,
): { texts: Texts[]; isMixed: boolean } {
  const order = orderFor(lang, defaultLang)
  const some = all.filter((texts) => languagesOf(texts).length > 0)
  const languages = [...new Set(some.flatMap(languagesOf))]
  const common = languages.filter((language) => some.every((texts) => texts[language]?.trim()))
  const shown = common.length > 0 ? common : byPreference(languages, order).slice(0, 1)
  // Only a text that lacks the language needs the order: a request may have thousands of parts in many languages.
  const textIn = (texts: Texts, language: string): string => {
    const found = texts[language]?.trim() ? language : byPreference(languagesOf(texts), order)[0]
    return (found && texts[found]) ?? ''
  }
  return {
    texts: some.map((texts) => Object.fromEntries(shown.map((language) => [language, textIn(texts, language)]))),
    isMixed: some.length > 0 && common.length === 0,
  }
}

/** The languages in the order, then the others, sorted. */
const byPreference = (languages: readonly string[], order: readonly string[]): string[] => [
  ...order.filter((language) => languages.includes(language)),
  ...languages.filter((language) => !order.includes(language)).sort(),
]

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

/** The languages of texts that are more than spaces. */
const languagesOf = (texts: Texts): string[] => Object.keys(texts).filter((language) => texts[language]?.trim())

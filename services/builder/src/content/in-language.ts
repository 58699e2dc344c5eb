import type { Texts } from './book-content.ts'

export interface LanguageChoice {
  /** The text in the language asked for, else in the account's, else in English, else in any; `''` when there is none. */
  pick(texts: Texts, item: string): string
  /** Items of which a text is shown in another language than asked for. */
  substituted: ReadonlySet<string>
}

/** Chooses texts for readers of `lang`. `item` names whose text it is. */
export function chooseLanguage(lang: string, defaultLang: string): LanguageChoice {
  const substituted = new Set<string>()
  const order = [lang, defaultLang, 'en']
  return {
    pick(texts, item) {
      const found =
        order.find((code) => texts[code]) ??
        Object.keys(texts)
          .sort()
          .find((code) => texts[code])
      if (found === undefined) return ''
      if (found !== lang) substituted.add(item)
      return texts[found] ?? ''
    },
    substituted,
  }
}

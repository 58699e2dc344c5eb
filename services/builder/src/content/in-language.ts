import type { Texts } from './book-content.ts'
import { ownerKey, type TextOwner } from './map-texts.ts'

export type LanguageChoice = ReturnType<typeof chooseLanguage>

/** Chooses texts for readers of `lang`. */
export function chooseLanguage(lang: string, defaultLang: string) {
  const substituted = new Map<string, TextOwner>()
  const order = [lang, defaultLang, 'en']
  return {
    /** The text in the requested language, else in the account's, else in English, else in any; `''` if there is none. */
    pick(texts: Texts, owner: TextOwner): string {
      const found =
        order.find((code) => texts[code]) ??
        Object.keys(texts)
          .sort()
          .find((code) => texts[code])
      if (found === undefined) return ''
      if (found !== lang) substituted.set(ownerKey(owner), owner)
      return texts[found] ?? ''
    },
    /** The owners of texts that were picked in another language, each once. */
    substituted: (): TextOwner[] => [...substituted.values()],
  }
}

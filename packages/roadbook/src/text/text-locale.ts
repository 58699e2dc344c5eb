import { familiesFor, type HanForm } from '../fonts/font-files.ts'
import { bookHanForm, textHanForm } from './han-form.ts'

/** How a text is typeset: language, direction, and the form of its Chinese characters. */
export interface TextLocale {
  lang: string
  region: string | null
  dir: 'ltr' | 'rtl'
  fonts: string[]
}

/** Scripts (ISO 15924) with the language that a text in them most probably has, in a book that is written in another script. */
const languages = {
  Latn: 'en',
  Grek: 'el',
  Cyrl: 'ru',
  Arab: 'ar',
  Hebr: 'he',
  Thai: 'th',
  Deva: 'hi',
  Armn: 'hy',
  Geor: 'ka',
} as const
type Script = keyof typeof languages

const scripts = (Object.keys(languages) as Script[]).map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const,
)
export const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u
const rightToLeft =
  /[\p{Script=Arab}\p{Script=Hebr}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

const eastAsianLanguages: Record<HanForm, { lang: string; region: string | null }> = {
  jp: { lang: 'ja', region: null },
  kr: { lang: 'ko', region: null },
  sc: { lang: 'zh', region: 'CN' },
  tc: { lang: 'zh', region: 'TW' },
}

const scriptOf = (lang: string): string | undefined => new Intl.Locale(lang).maximize().script

/**
 * Language and direction of each text of a book. The first letter decides (Unicode Bidirectional Algorithm, rules P2 and P3; the same as `dir="auto"`):
 * in the script of the book's language, a text is in that language, else in the most probable language of the script. A text without letters is
 * like the book.
 * @param lang language of the book
 * @param all all texts of the book
 */
export const textLocales = (lang: string, all: string) => {
  const bookScript = scriptOf(lang)
  const bookForm = bookHanForm(lang, eastAsian.test(all) ? all : '')
  const ofBook = { lang, region: lang === 'zh' ? eastAsianLanguages[bookForm].region : null }
  const languageOf = (letter: string, form: HanForm) => {
    if (eastAsian.test(letter)) return eastAsianLanguages[form]
    const script = scripts.find(([, letters]) => letters.test(letter))?.[0]
    return script === undefined || script === bookScript ? ofBook : { lang: languages[script], region: null }
  }
  const of = (text: string): TextLocale => {
    const letter = /\p{L}/u.exec(text)?.[0]
    const form = eastAsian.test(text) ? textHanForm(text, bookForm) : bookForm
    const dir = letter !== undefined && rightToLeft.test(letter) ? 'rtl' : 'ltr'
    return { ...(letter === undefined ? ofBook : languageOf(letter, form)), dir, fonts: familiesFor(form) }
  }
  return { book: { ...ofBook, fonts: familiesFor(bookForm) }, of }
}

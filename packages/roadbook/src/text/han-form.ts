import type { HanForm } from '../fonts/font-files.ts'

/** The characters that a double-byte encoding has between these bytes. */
const charactersOf = (encoding: string, [from, to]: [number, number], [low, high]: [number, number]): Set<string> => {
  const decoder = new TextDecoder(encoding)
  const pairs: number[] = []
  for (let lead = from; lead <= to; lead += 1) for (let trail = low; trail <= high; trail += 1) pairs.push(lead, trail)
  return new Set(decoder.decode(Uint8Array.from(pairs)).match(/\p{Script=Han}/gu))
}

interface ChineseForms {
  simplified: Set<string>
  traditional: Set<string>
  /** Those that Japanese has as well. */
  japanese: Set<string>
}

let forms: ChineseForms | undefined

/**
 * Characters of one Chinese form only: the national encodings GB 2312 (simplified) and Big5 (traditional) contain those of their own form, and
 * Shift JIS those of Japanese.
 */
const chineseForms = (): ChineseForms => {
  if (forms) return forms
  const gb2312 = charactersOf('gbk', [0xb0, 0xf7], [0xa1, 0xfe])
  const big5 = charactersOf('big5', [0xa4, 0xf9], [0x40, 0xfe])
  const without = (some: Set<string>, others: Set<string>) => new Set([...some].filter((sign) => !others.has(sign)))
  forms = {
    simplified: without(gb2312, big5),
    traditional: without(big5, gb2312),
    japanese: charactersOf('shift_jis', [0x88, 0xea], [0x40, 0xfc]),
  }
  return forms
}

/** Whether a Chinese text is simplified or traditional; `null` if its characters are the same in both forms. */
const chineseForm = (text: string): 'sc' | 'tc' | null => {
  if (text === '') return null
  const { simplified, traditional } = chineseForms()
  let balance = 0
  for (const sign of text) balance += Number(simplified.has(sign)) - Number(traditional.has(sign))
  return balance > 0 ? 'sc' : balance < 0 ? 'tc' : null
}

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const hangul = /\p{Script=Hangul}/u
const bopomofo = /\p{Script=Bopomofo}/u

/** The form that letters of only one language prove. */
const provenForm = (text: string): HanForm | null => {
  if (kana.test(text)) return 'jp'
  if (hangul.test(text)) return 'kr'
  if (bopomofo.test(text)) return 'tc'
  const { simplified, traditional, japanese } = chineseForms()
  for (const sign of text) {
    if (!japanese.has(sign) && simplified.has(sign)) return 'sc'
    if (!japanese.has(sign) && traditional.has(sign)) return 'tc'
  }
  return null
}

const formsOfLanguages: Partial<Record<string, HanForm>> = { ja: 'jp', ko: 'kr' }

/**
 * The form of Chinese characters in a book: that of its language, else of the letters that occur only in Japanese or Korean, else of its characters.
 * @param text all texts of the book
 */
export const bookHanForm = (lang: string, text: string): HanForm =>
  formsOfLanguages[lang] ?? (lang === 'zh' ? null : provenForm(text)) ?? chineseForm(text) ?? 'sc'

/** The form of Chinese characters in one text of a book. In a Japanese or Korean book, characters that Japanese has too are not Chinese. */
export const textHanForm = (text: string, ofBook: HanForm): HanForm =>
  provenForm(text) ?? (ofBook === 'jp' || ofBook === 'kr' ? ofBook : (chineseForm(text) ?? ofBook))

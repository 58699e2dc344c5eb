import type { Texts } from './item-row.ts'

/** The text in the language, else in English, else the first that is not empty. */
export const titleIn = (texts: Texts, language: string | undefined): string =>
  [language === undefined ? undefined : texts[language], texts.en, ...Object.values(texts)].find(Boolean) ?? ''

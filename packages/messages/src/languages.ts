/** The languages in which every message exists. */
export const languages = ['de', 'en', 'fr', 'it', 'es', 'nl'] as const
export type Language = (typeof languages)[number]

function isLanguage(lang: string): lang is Language {
  return (languages as readonly string[]).includes(lang)
}

/** The first of the requested languages that messages exist in, else English. */
export function chooseLanguage(...requested: readonly string[]): Language {
  return requested.find(isLanguage) ?? 'en'
}

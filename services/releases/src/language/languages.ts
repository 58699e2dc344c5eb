/** The languages that the service itself speaks to people in: its page and its mails. */
export const interfaceLanguages = ['de', 'en', 'fr', 'it', 'es', 'nl'] as const
export type InterfaceLanguage = (typeof interfaceLanguages)[number]

const isInterfaceLanguage = (lang: string): lang is InterfaceLanguage =>
  (interfaceLanguages as readonly string[]).includes(lang)

/** The first of the wanted languages that there is, else English. */
export const chooseLanguage = (...wanted: readonly string[]): InterfaceLanguage =>
  wanted.find(isInterfaceLanguage) ?? 'en'

/** Two-letter languages of the header `Accept-Language` (RFC 9110 section 12.5.4), most wanted first. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const weight = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((q) => q !== undefined)
      return { lang: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ lang, weight }) => /^[a-z]{2}$/.test(lang) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ lang }) => lang)
}

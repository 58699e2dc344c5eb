import { chooseLanguage, type Language } from './catalogue.ts'

/** Two-letter languages of the header `Accept-Language` (RFC 9110 section 12.5.4), highest weight first. */
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

/** The language for texts that a request asks for with `Accept-Language`; English without it. */
export const requestedLanguage = (headers: { readonly 'accept-language'?: string | undefined }): Language =>
  chooseLanguage(...acceptedLanguages(headers['accept-language']))

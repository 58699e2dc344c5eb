import { acceptedValues } from './accepted-values.ts'
import { chooseLanguage, type Language } from './catalogue.ts'

/** Two-letter languages of the header `Accept-Language`, highest weight first. */
export const acceptedLanguages = (header: string | undefined): string[] =>
  acceptedValues(header)
    .map((tag) => tag.slice(0, 2))
    .filter((lang) => /^[a-z]{2}$/.test(lang))

/** The language for texts that a request asks for with `Accept-Language`; English without it. */
export const requestedLanguage = (headers: { readonly 'accept-language'?: string | undefined }): Language =>
  chooseLanguage(...acceptedLanguages(headers['accept-language']))

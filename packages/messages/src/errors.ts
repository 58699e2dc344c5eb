/** What errors of the API mean, by code and by rule. A browser loads them when the first error occurs. */
import type { Values, ValuesOf } from './compile-message.ts'
import { compileTexts } from './compile-texts.ts'
import { errorArguments } from './error-arguments.ts'
import type { PortalLanguage } from './portal-translations.ts'
import type en from './translations/errors/en.json'

type English = typeof en
type Arguments = typeof errorArguments

export type ErrorTexts = {
  readonly [Name in keyof English]: Name extends keyof Arguments
    ? (values: ValuesOf<Arguments[Name]>) => string
    : string
}

const translations = {
  de: () => import('./translations/errors/de.json', { with: { type: 'json' } }),
  en: () => import('./translations/errors/en.json', { with: { type: 'json' } }),
  es: () => import('./translations/errors/es.json', { with: { type: 'json' } }),
  fr: () => import('./translations/errors/fr.json', { with: { type: 'json' } }),
  it: () => import('./translations/errors/it.json', { with: { type: 'json' } }),
  nl: () => import('./translations/errors/nl.json', { with: { type: 'json' } }),
} satisfies Record<PortalLanguage, () => Promise<{ default: English }>>

export async function loadErrorTexts(language: PortalLanguage): Promise<ErrorTexts> {
  const { default: texts } = await translations[language]()
  return compileTexts(texts, language) as ErrorTexts
}

const named: Readonly<Record<string, Readonly<Record<string, string>>>> = errorArguments

/** The text of a name that another version of the service may have sent: undefined if it is unknown, or lacks a value. */
export function findErrorText(texts: ErrorTexts, name: string, values: Values = {}): string | undefined {
  if (!Object.hasOwn(texts, name)) return undefined
  const text = texts[name as keyof ErrorTexts] as string | ((values: Values) => string)
  if (typeof text === 'string') return text
  return Object.keys(named[name] ?? {}).every((value) => Object.hasOwn(values, value)) ? text(values) : undefined
}

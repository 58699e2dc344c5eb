/** The texts of the portal. They are separate from the other areas, so that a browser loads only one language of them. */
import type { ValuesOf } from './compile-message.ts'
import { compileTexts } from './compile-texts.ts'
import type { portalArguments } from './portal-arguments.ts'
import type en from './translations/portal/en.json'

type English = typeof en
type Arguments = typeof portalArguments

/** English names the messages: text, or a function of the values to insert. */
export type PortalTexts = {
  readonly [Name in keyof English]: Name extends keyof Arguments
    ? (values: ValuesOf<Arguments[Name]>) => string
    : string
}

const translations = {
  de: () => import('./translations/portal/de.json', { with: { type: 'json' } }),
  en: () => import('./translations/portal/en.json', { with: { type: 'json' } }),
  es: () => import('./translations/portal/es.json', { with: { type: 'json' } }),
  fr: () => import('./translations/portal/fr.json', { with: { type: 'json' } }),
  it: () => import('./translations/portal/it.json', { with: { type: 'json' } }),
  nl: () => import('./translations/portal/nl.json', { with: { type: 'json' } }),
} satisfies Record<string, () => Promise<{ default: English }>>
export type PortalLanguage = keyof typeof translations
export const portalLanguages = Object.keys(translations) as PortalLanguage[]

/** The first of the requested languages, such as `de-AT`, that the portal has; else English. */
export const choosePortalLanguage = (requested: readonly string[]): PortalLanguage =>
  requested
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((lang): lang is PortalLanguage => Object.hasOwn(translations, lang)) ?? 'en'

export async function loadPortalTexts(language: PortalLanguage): Promise<PortalTexts> {
  const { default: texts } = await translations[language]()
  return compileTexts(texts, language) as PortalTexts
}

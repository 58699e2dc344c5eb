/** The texts of support’s pages. The portal does not load them. */
import type { ValuesOf } from './compile-message.ts'
import { compileTexts } from './compile-texts.ts'
import type { PortalLanguage } from './portal-translations.ts'
import type { supportArguments } from './support-arguments.ts'
import type en from './translations/support/en.json'

type English = typeof en
type Arguments = typeof supportArguments

export type SupportTexts = {
  readonly [Name in keyof English]: Name extends keyof Arguments
    ? (values: ValuesOf<Arguments[Name]>) => string
    : string
}

const translations = {
  de: () => import('./translations/support/de.json', { with: { type: 'json' } }),
  en: () => import('./translations/support/en.json', { with: { type: 'json' } }),
  es: () => import('./translations/support/es.json', { with: { type: 'json' } }),
  fr: () => import('./translations/support/fr.json', { with: { type: 'json' } }),
  it: () => import('./translations/support/it.json', { with: { type: 'json' } }),
  nl: () => import('./translations/support/nl.json', { with: { type: 'json' } }),
} satisfies Record<PortalLanguage, () => Promise<{ default: English }>>

export async function loadSupportTexts(language: PortalLanguage): Promise<SupportTexts> {
  const { default: texts } = await translations[language]()
  return compileTexts(texts, language) as SupportTexts
}

/** The languages of the portal and their files. Nothing here reads a message, so that a browser can load a file before it has the code for that. */
import type en from './translations/portal/en.json'

export type English = typeof en

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

export const loadPortalTranslation = async (language: PortalLanguage): Promise<English> =>
  (await translations[language]()).default

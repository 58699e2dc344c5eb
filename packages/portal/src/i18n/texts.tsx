/** The person's language: texts, formats, and the page's `lang`. */
import { loadPortalTexts, type PortalTexts } from '@guidebook/messages/portal'
import type { PortalLanguage } from '@guidebook/messages/portal-translations'
import { createContext, type ReactNode, use, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type ErrorWords, errorWordsIn, prepareErrorTexts } from './error-texts.ts'
import { type Formats, formatsFor, regionalVariant, zoneOrUtc } from './formats.ts'
import { preferredLanguage, rememberLanguage } from './preferred-language.ts'

interface Language {
  language: PortalLanguage
  t: PortalTexts
  chooseLanguage(language: string): void
}

const LanguageContext = createContext<Language | null>(null)
const TimeZoneContext = createContext<string | undefined>(undefined)
const ZoneNamesContext = createContext(false)

type Loaded = Pick<Language, 'language' | 't'>

const load = async (language: PortalLanguage): Promise<Loaded> => ({ language, t: await loadPortalTexts(language) })

export const loadPreferredLanguage = (): Promise<Loaded> => load(preferredLanguage())

export function LanguageProvider({ first, children }: { first: Loaded; children: ReactNode }) {
  const [language, setLanguage] = useState(first.language)
  const [loaded, setLoaded] = useState(first)
  useEffect(() => {
    if (language === loaded.language) return
    let current = true
    // The page may show an error.
    Promise.all([load(language), prepareErrorTexts(language)]).then(([other]) => current && setLoaded(other))
    return () => {
      current = false
    }
  }, [language, loaded])
  // Before the queries of the first page, which send it to the service.
  useLayoutEffect(() => {
    document.documentElement.lang = loaded.language
  }, [loaded])
  const chooseLanguage = useCallback((chosen: string) => setLanguage(rememberLanguage(chosen)), [])
  const value = useMemo(() => ({ ...loaded, chooseLanguage }), [loaded, chooseLanguage])
  return <LanguageContext value={value}>{children}</LanguageContext>
}

/** Components below it show instants in this time zone. */
export function TimeZoneProvider({ value, children }: { value: string | undefined; children: ReactNode }) {
  return <TimeZoneContext value={value === undefined ? undefined : zoneOrUtc(value)}>{children}</TimeZoneContext>
}

/** Components below it show instants with the name of their time zone. */
export const ZoneNamesProvider = ZoneNamesContext.Provider

export function useLanguage(): Language {
  const value = use(LanguageContext)
  if (value === null) throw new Error('useLanguage needs a LanguageProvider')
  return value
}

export const useTexts = (): PortalTexts => useLanguage().t

export function useFormats(): Formats {
  const { language } = useLanguage()
  return formatsFor(regionalVariant(language, navigator.languages), use(TimeZoneContext), use(ZoneNamesContext))
}

export function useErrorWords(): ErrorWords {
  const { language } = useLanguage()
  return errorWordsIn(language, useFormats())
}

export const useTimeZone = (): string | undefined => use(TimeZoneContext)

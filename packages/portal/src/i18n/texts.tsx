/** The person's language: texts, formats, and the page's `lang`. */
import { loadPortalTexts, type PortalTexts } from '@guidebook/messages/portal'
import type { PortalLanguage } from '@guidebook/messages/portal-translations'
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type ErrorWords, errorWordsIn, prepareErrorTexts } from './error-texts.ts'
import { type Formats, formatsFor, regionalVariant, zoneOrUtc } from './formats.ts'
import { preferredLanguage, rememberLanguage } from './preferred-language.ts'

interface Language {
  language: PortalLanguage
  t: PortalTexts
  /**
   * Resolves to false if another language was chosen meanwhile. Rejects if the texts cannot be loaded: the language of the page stays. It can be
   * chosen again, in some browsers only after a reload.
   */
  chooseLanguage(language: string): Promise<boolean>
}

const LanguageContext = createContext<Language | null>(null)
const TimeZoneContext = createContext<string | undefined>(undefined)
const ZoneNamesContext = createContext(false)

type Loaded = Pick<Language, 'language' | 't'>

const load = async (language: PortalLanguage): Promise<Loaded> => ({ language, t: await loadPortalTexts(language) })

/** English if the texts of the preferred language cannot be loaded. Rejects if there are none in English either. */
export async function loadPreferredLanguage(): Promise<Loaded> {
  try {
    return await load(preferredLanguage())
  } catch (error) {
    console.error(error)
    return load('en')
  }
}

export function LanguageProvider({ first, children }: { first: Loaded; children: ReactNode }) {
  const [loaded, setLoaded] = useState(first)
  const latest = useRef(first.language)
  // Before the queries of the first page, which send it to the service.
  useLayoutEffect(() => {
    document.documentElement.lang = loaded.language
  }, [loaded])
  const chooseLanguage = useCallback(async (chosen: string) => {
    const language = rememberLanguage(chosen)
    latest.current = language
    const isLatest = () => latest.current === language
    try {
      // The page may show an error.
      const [other] = await Promise.all([load(language), prepareErrorTexts(language)])
      if (isLatest()) setLoaded(other)
    } catch (error) {
      if (isLatest()) throw error
    }
    return isLatest()
  }, [])
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

/** The person's language: texts, formats, and the page's `lang`. */
import {
  choosePortalLanguage,
  loadPortalTexts,
  type PortalLanguage,
  type PortalTexts,
} from '@guidebook/messages/portal'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { createFormats, type Formats } from './formats.ts'

interface Language {
  language: PortalLanguage
  t: PortalTexts
  chooseLanguage(language: string): void
}

const LanguageContext = createContext<Language | null>(null)
const TimeZoneContext = createContext<string | undefined>(undefined)

const storageKey = 'guidebook-language'

const preferred = (): PortalLanguage =>
  choosePortalLanguage([localStorage.getItem(storageKey) ?? '', ...navigator.languages])

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(preferred)
  const [loaded, setLoaded] = useState<{ language: PortalLanguage; t: PortalTexts } | null>(null)
  useEffect(() => {
    let current = true
    loadPortalTexts(language).then((t) => current && setLoaded({ language, t }))
    return () => {
      current = false
    }
  }, [language])
  useEffect(() => {
    if (loaded !== null) document.documentElement.lang = loaded.language
  }, [loaded])
  const chooseLanguage = useCallback((chosen: string) => {
    const next = choosePortalLanguage([chosen])
    localStorage.setItem(storageKey, next)
    setLanguage(next)
  }, [])
  const value = useMemo(() => (loaded === null ? null : { ...loaded, chooseLanguage }), [loaded, chooseLanguage])
  if (value === null) return null
  return <LanguageContext value={value}>{children}</LanguageContext>
}

/** Components below it show instants in this time zone. */
export const TimeZoneProvider = TimeZoneContext.Provider

export function useLanguage(): Language {
  const value = use(LanguageContext)
  if (value === null) throw new Error('useLanguage needs a LanguageProvider')
  return value
}

export const useTexts = (): PortalTexts => useLanguage().t

export function useFormats(): Formats {
  const { language } = useLanguage()
  const timeZone = use(TimeZoneContext)
  return useMemo(() => createFormats(language, timeZone), [language, timeZone])
}

export const useTimeZone = (): string | undefined => use(TimeZoneContext)

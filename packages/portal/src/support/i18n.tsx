/** Texts that only support's pages use. */
import { loadSupportTexts, type SupportTexts } from '@guidebook/messages/support'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { LoadFailure } from '../app/load-failure.tsx'
import { useLanguage } from '../i18n/texts.tsx'

const SupportTextsContext = createContext<SupportTexts | null>(null)

export function SupportTextsProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage()
  const [texts, setTexts] = useState<SupportTexts | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let current = true
    const fail = (error: unknown) => {
      console.error(error)
      if (current) setHasFailed(true)
    }
    loadSupportTexts(language)
      .catch(() => loadSupportTexts('en'))
      .then((loaded) => current && setTexts(loaded), fail)
    return () => {
      current = false
    }
  }, [language])
  if (texts === null) return hasFailed ? <LoadFailure /> : null
  return <SupportTextsContext value={texts}>{children}</SupportTextsContext>
}

export function useSupportTexts(): SupportTexts {
  const value = use(SupportTextsContext)
  if (value === null) throw new Error('useSupportTexts needs a SupportTextsProvider')
  return value
}

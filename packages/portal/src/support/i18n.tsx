/** Texts that only support's pages use. */
import { loadSupportTexts, type SupportTexts } from '@guidebook/messages/support'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useLanguage } from '../i18n/texts.tsx'

const SupportTextsContext = createContext<SupportTexts | null>(null)

export function SupportTextsProvider({ children }: { children: ReactNode }) {
  const { language } = useLanguage()
  const [texts, setTexts] = useState<SupportTexts | null>(null)
  useEffect(() => {
    let current = true
    loadSupportTexts(language).then((loaded) => current && setTexts(loaded))
    return () => {
      current = false
    }
  }, [language])
  if (texts === null) return null
  return <SupportTextsContext value={texts}>{children}</SupportTextsContext>
}

export function useSupportTexts(): SupportTexts {
  const value = use(SupportTextsContext)
  if (value === null) throw new Error('useSupportTexts needs a SupportTextsProvider')
  return value
}

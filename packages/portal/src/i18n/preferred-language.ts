import { choosePortalLanguage, type PortalLanguage } from '@guidebook/messages/portal-translations'

const storageKey = 'guidebook-language'

/** The language that was chosen in this browser, or the first of the browser's that the portal has. */
export const preferredLanguage = (): PortalLanguage =>
  choosePortalLanguage([localStorage.getItem(storageKey) ?? '', ...navigator.languages])

/** Returns the language of the portal that `chosen` means. */
export function rememberLanguage(chosen: string): PortalLanguage {
  const language = choosePortalLanguage([chosen])
  localStorage.setItem(storageKey, language)
  return language
}

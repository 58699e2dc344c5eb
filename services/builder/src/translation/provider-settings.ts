import { type Settings, setting } from '@guidebook/service-kit'
import type { ProviderSettings } from './http-translator.ts'
import { deepl, deeplUrl, libretranslate } from './protocols.ts'

/** Settings of translations. */
export const translationSettings = {
  TRANSLATION_PROVIDER: setting.oneOf(['deepl', 'libretranslate'], { optional: true }),
  TRANSLATION_URL: setting.url({ optional: true }),
  TRANSLATION_KEY: setting.text({ optional: true, file: true }),
  TRANSLATION_TIMEOUT: setting.duration({ default: '30s' }),
}

/** The configured provider; null for none. Adds inconsistent settings to `faults`. */
export function providerOf(settings: Settings<typeof translationSettings>, faults: string[]): ProviderSettings | null {
  const { TRANSLATION_PROVIDER: provider, TRANSLATION_URL: url, TRANSLATION_KEY: key } = settings
  const timeoutMs = settings.TRANSLATION_TIMEOUT
  if (provider === undefined) {
    if (url !== undefined || key !== undefined) {
      faults.push('TRANSLATION_PROVIDER is missing: TRANSLATION_URL or TRANSLATION_KEY is set')
    }
    return null
  }
  if (provider === 'deepl') {
    if (key !== undefined) return { protocol: deepl, url: url ?? deeplUrl(key), key, timeoutMs }
    faults.push('TRANSLATION_KEY is missing: DeepL requires a key')
    return null
  }
  if (url !== undefined) return { protocol: libretranslate, url, key, timeoutMs }
  faults.push('TRANSLATION_URL is missing: set it to the URL of the LibreTranslate server')
  return null
}

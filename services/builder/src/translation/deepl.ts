import { field, type Protocol } from './protocol.ts'

/**
 * DeepL's `POST /v2/translate`. Own code instead of `deepl-node`: of that package one call would be used, and it keeps
 * its own ways of waiting, repeating and reporting beside ours.
 */
export const deepl: Protocol = {
  provider: 'deepl',
  // 128 KiB for the whole body; the rest of it needs less than the difference.
  limits: { texts: 50, bytes: 126 * 1024 },
  path: '/v2/translate',
  headers: (key) => ({ authorization: `DeepL-Auth-Key ${key}` }),
  body: ({ texts, format, source, target }) => ({
    text: texts,
    source_lang: sourceLanguages[source] ?? source.toUpperCase(),
    target_lang: targetLanguages[target] ?? target.toUpperCase(),
    ...(format === 'html' ? { tag_handling: 'html' } : {}),
  }),
  answered(answer) {
    const translations = field(answer, 'translations')
    return Array.isArray(translations) ? translations.map((one) => field(one, 'text')) : undefined
  },
}

/** Norwegian is Bokmål there. */
const sourceLanguages: Readonly<Record<string, string>> = { no: 'NB' }

/** A target that has variants is to be one of them. */
const targetLanguages: Readonly<Record<string, string>> = {
  ...sourceLanguages,
  en: 'EN-GB',
  pt: 'PT-PT',
  zh: 'ZH-HANS',
}

/** Keys of the free plan are known by their end, and only at another address. */
export const deeplUrl = (key: string): string =>
  key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'

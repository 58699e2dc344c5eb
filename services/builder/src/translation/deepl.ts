import { field, type Protocol } from './protocol.ts'

/** DeepL's `POST /v2/translate`. Not `deepl-node`: only one call would be used, and it brings its own retries, time-outs and errors. */
export const deepl: Protocol = {
  provider: 'deepl',
  // The limit is 128 KiB for the whole body; the other fields need less than the difference.
  limits: { texts: 50, bytes: 126 * 1024 },
  path: '/v2/translate',
  headers: (key) => ({ authorization: `DeepL-Auth-Key ${key}` }),
  body: ({ texts, format, source, target }) => ({
    text: texts,
    source_lang: sourceLanguages[source] ?? source.toUpperCase(),
    target_lang: targetLanguages[target] ?? target.toUpperCase(),
    ...(format === 'html' ? { tag_handling: 'html' } : {}),
  }),
  translationsIn(body) {
    const translations = field(body, 'translations')
    return Array.isArray(translations) ? translations.map((one) => field(one, 'text')) : undefined
  },
}

/** DeepL's code for Norwegian is that of Bokmål. */
const sourceLanguages: Readonly<Record<string, string>> = { no: 'NB' }

/** A target language with variants must be given as one of them. */
const targetLanguages: Readonly<Record<string, string>> = {
  ...sourceLanguages,
  en: 'EN-GB',
  pt: 'PT-PT',
  zh: 'ZH-HANS',
}

/** Keys of the free plan end in `:fx` and have a different host. */
export const deeplUrl = (key: string): string =>
  key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'

/** Format of a text: in `html`, markup is preserved. */
export type TextFormat = 'plain' | 'html'

export interface TranslationRequest {
  texts: readonly string[]
  format: TextFormat
  /** Two-letter codes. */
  source: string
  target: string
}

/** The HTTP protocol of a provider. Time-outs, retries and errors are common to all providers. */
export interface Protocol {
  provider: string
  /** Limits of one request; `bytes`: of several texts together, as JSON; `longestText`: of one text, in the same bytes. */
  limits: { texts: number; bytes: number; longestText: number }
  /** Appended to the provider's URL. */
  path: string
  headers(key: string | undefined): Record<string, string>
  /** Sent as JSON. */
  body(request: TranslationRequest, key: string | undefined): unknown
  /** The value that should be the translations, in the order of the texts. Callers must check its type. */
  translationsIn(body: unknown): unknown
}

/** A field of an unknown value; undefined if the value is not an object. */
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** DeepL's `POST /v2/translate`. Not `deepl-node`: only one call would be used, and it brings its own retries, time-outs and errors. */
export const deepl: Protocol = {
  provider: 'deepl',
  // The limit is 128 KiB for the whole body; the other fields need less than the difference.
  limits: { texts: 50, bytes: 126 * 1024, longestText: 126 * 1024 },
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

/** LibreTranslate's `POST /translate`. The key is part of the body; a private server needs none. */
export const libretranslate: Protocol = {
  provider: 'libretranslate',
  // It has no limits, but is slow without a GPU: small requests finish in time.
  limits: { texts: 25, bytes: 16 * 1024, longestText: Number.POSITIVE_INFINITY },
  path: '/translate',
  headers: () => ({}),
  body: ({ texts, format, source, target }, key) => ({
    q: texts,
    source: languages[source] ?? source,
    target: languages[target] ?? target,
    format: format === 'html' ? 'html' : 'text',
    ...(key === undefined ? {} : { api_key: key }),
  }),
  translationsIn: (body) => field(body, 'translatedText'),
}

/** LibreTranslate's code for Norwegian is that of Bokmål. */
const languages: Readonly<Record<string, string>> = { no: 'nb' }

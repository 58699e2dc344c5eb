import { field, type Protocol } from './protocol.ts'

/** LibreTranslate's `POST /translate`. The key is part of the body; a private server needs none. */
export const libretranslate: Protocol = {
  provider: 'libretranslate',
  // It has no limits, but is slow without a GPU: small requests finish in time.
  limits: { texts: 25, bytes: 16 * 1024 },
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

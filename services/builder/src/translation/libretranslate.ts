import { field, type Protocol } from './protocol.ts'

/** LibreTranslate's `POST /translate`. The key is part of the body; a server of one's own needs none. */
export const libretranslate: Protocol = {
  provider: 'libretranslate',
  // It has no limits of its own but is slow where it has no graphics card: small requests end in time.
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
  answered: (answer) => field(answer, 'translatedText'),
}

/** Norwegian is Bokmål there. */
const languages: Readonly<Record<string, string>> = { no: 'nb' }

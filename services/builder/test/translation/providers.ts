import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

/** A stub provider that validates requests like the real one. */
export interface Provider {
  url: string
  /** The translated texts, in order. */
  translated: { text: string; format: 'plain' | 'html' }[]
  /** Number of all requests, including failed ones. */
  requests: number
  /** Called before a response; may wait, or return another status. */
  before: (raw: string) => Promise<number | undefined> | number | undefined
  /** Translates a text. */
  translate: (text: string, target: string) => string
  [Symbol.asyncDispose](): Promise<void>
}

interface Answer {
  status: number
  body: unknown
}

type Asked = { request: IncomingMessage; raw: string; body: Record<string, unknown>; provider: Provider }

export const testKey = 'the-key-of-the-test'

/** Prefixes each run of text with the language, and leaves markup unchanged. */
const inTheLanguage = (text: string, target: string): string =>
  text.replace(/(<[^>]*>)|([^<]+)/g, (_, tag, words) => tag ?? `${target}:${words}`)

async function startProvider(path: string, answer: (asked: Asked) => Answer): Promise<Provider> {
  const server = createServer(async (request, response) => {
    const raw = await readText(request)
    provider.requests++
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const status = await provider.before(raw)
    if (status !== undefined) return reply(status, { message: 'set by the test' })
    if (request.url !== path) return reply(404, { message: 'no such path' })
    if (request.method !== 'POST') return reply(405, { message: 'only POST' })
    if (request.headers['content-type'] !== 'application/json') return reply(415, { message: 'only JSON' })
    const { status: answered, body } = answer({ request, raw, body: JSON.parse(raw), provider })
    return reply(answered, body)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    translated: [],
    requests: 0,
    before: () => undefined,
    translate: inTheLanguage,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => void server.close(closed))
    },
  }
  return provider
}

const only = (body: object, fields: readonly string[]): string | undefined =>
  Object.keys(body).find((name) => !fields.includes(name))

const areTexts = (texts: unknown): texts is string[] =>
  Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === 'string')

function translateAll(provider: Provider, texts: string[], format: 'plain' | 'html', target: string): string[] {
  provider.translated.push(...texts.map((text) => ({ text, format })))
  return texts.map((text) => provider.translate(text, target))
}

const deeplSources = ['DE', 'EN', 'ES', 'FR', 'IT', 'NB', 'NL', 'PT', 'SL', 'ZH']
const deeplTargets = ['DE', 'EN-GB', 'EN-US', 'ES', 'FR', 'IT', 'NB', 'NL', 'PT-BR', 'PT-PT', 'SL', 'ZH-HANS']

/** According to DeepL's OpenAPI document and documented limits. */
export const startDeepl = (): Promise<Provider> =>
  startProvider('/v2/translate', ({ request, raw, body, provider }) => {
    if (request.headers.authorization !== `DeepL-Auth-Key ${testKey}`) {
      return { status: 403, body: { message: 'Forbidden' } }
    }
    if (Buffer.byteLength(raw) > 128 * 1024) return { status: 413, body: { message: 'Payload too large' } }
    const bad = (message: string): Answer => ({ status: 400, body: { message } })
    const unknown = only(body, ['text', 'source_lang', 'target_lang', 'tag_handling'])
    if (unknown !== undefined) return bad(`Unknown field ${unknown}`)
    const { text, source_lang: source, target_lang: target, tag_handling: tags } = body
    if (!areTexts(text)) return bad('Parameter text not specified')
    if (text.length > 50) return bad('Too many texts')
    if (!deeplSources.includes(String(source))) return bad('Value for source_lang not supported')
    if (!deeplTargets.includes(String(target))) return bad('Value for target_lang not supported')
    if (tags !== undefined && tags !== 'html' && tags !== 'xml') return bad('Value for tag_handling not supported')
    const translations = translateAll(provider, text, tags === 'html' ? 'html' : 'plain', String(target).toLowerCase())
    return {
      status: 200,
      body: { translations: translations.map((one) => ({ detected_source_language: source, text: one })) },
    }
  })

const libreLanguages = ['de', 'en', 'es', 'fr', 'it', 'nb', 'nl', 'pt', 'sl', 'zh']

/** According to LibreTranslate's source, started with `--api-keys --require-api-key-origin` and a limit for single texts. */
export const startLibretranslate = ({ charLimit }: { charLimit: number }): Promise<Provider> =>
  startProvider('/translate', ({ body, provider }) => {
    if (body.api_key !== testKey) return { status: 403, body: { error: 'Invalid API key' } }
    const bad = (error: string): Answer => ({ status: 400, body: { error } })
    const { q, source, target, format } = body
    if (!areTexts(q)) return bad('Invalid request: missing q parameter')
    if (q.some((text) => text.length > charLimit)) return bad('Invalid request: request exceeds text limit')
    for (const language of [source, target]) {
      if (!libreLanguages.includes(String(language))) return bad(`${language} is not supported`)
    }
    if (format !== 'text' && format !== 'html') return bad(`${format} format is not supported`)
    const translatedText = translateAll(provider, q, format === 'html' ? 'html' : 'plain', String(target))
    return { status: 200, body: { translatedText } }
  })

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deepl, libretranslate, type Protocol, type TranslationRequest } from './protocols.ts'
import { type TranslationContext, translateTexts } from './translate-texts.ts'
import { textKey } from './translation-queries.ts'

// The time for translations passes only when a test says so.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const budgetMs = 1_000
const run = {
  pair: { account: 'account', source: 'de', target: 'fr' },
  build: { account: 'account', release: 1, generation: 1 },
  signal: new AbortController().signal,
}
const plain = (text: string) => ({ format: 'plain' as const, text })

/** An empty memory and a provider that accepts everything, and the texts of each request. */
function aContext({ limits }: Protocol, sent: () => unknown = () => undefined) {
  const requests: string[][] = []
  const memory: TranslationContext['memory'] = {
    find: async () => new Map(),
    claim: async (_, texts) => new Set(texts.map(textKey)),
    save: async () => undefined,
    release: async () => undefined,
    paidBy: async () => ({ texts: 0, characters: 0 }),
  }
  const translator: TranslationContext['translator'] = {
    name: 'stub',
    provider: 'stub',
    limits,
    timeoutMs: 100,
    async translate({ texts }: TranslationRequest) {
      requests.push([...texts])
      sent()
      return texts.map((text) => `fr:${text}`)
    },
    stop: async () => undefined,
  }
  const context: TranslationContext = { translator, memory, paid: () => undefined, budgetMs }
  return { context, requests }
}

test('when the time for translations is spent, no further request is sent, and earlier translations stay', async () => {
  const { context, requests } = aContext(libretranslate, () => vi.advanceTimersByTime(2 * budgetMs))
  const texts = Array.from({ length: 26 }, (_, index) => plain(`Text ${index}`))
  const translated = await translateTexts(texts, context, run)
  expect(requests.map(({ length }) => length)).toEqual([25])
  expect(translated.of('plain', 'Text 0')).toBe('fr:Text 0')
  expect(translated.of('plain', 'Text 25')).toMatchObject({ fault: 'unavailable', message: 'no time is left' })
})

test('a text that is longer than a request of several texts is sent last, in its own request', async () => {
  const { context, requests } = aContext(libretranslate)
  const long = 'x'.repeat(20_000)
  const translated = await translateTexts([long, 'Weg', 'Pass'].map(plain), context, run)
  expect(requests).toEqual([['Weg', 'Pass'], [long]])
  expect(translated.of('plain', long)).toBe(`fr:${long}`)
})

test('a text that is longer than the provider accepts is not sent', async () => {
  const { context, requests } = aContext(deepl)
  const long = 'x'.repeat(128 * 1024)
  const translated = await translateTexts([long, 'Weg'].map(plain), context, run)
  expect(requests).toEqual([['Weg']])
  expect(translated.of('plain', long)).toMatchObject({ fault: 'refused' })
})

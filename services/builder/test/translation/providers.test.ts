import { createLogger } from '@guidebook/service-kit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { httpTranslator, type ProviderSettings } from '../../src/translation/http-translator.ts'
import { deepl, deeplUrl, libretranslate } from '../../src/translation/protocols.ts'
import { batchesOf } from '../../src/translation/translate-texts.ts'
import { type Provider, startDeepl, startLibretranslate, testKey } from './providers.ts'

vi.setConfig({ testTimeout: 30_000 })

const log = createLogger({ service: 'builder', level: 'silent' })
const never = new AbortController().signal

function translatorOf(
  provider: Pick<Provider, 'url'>,
  protocol: ProviderSettings['protocol'],
  settings: Partial<ProviderSettings> = {},
) {
  const defaults = { protocol, url: provider.url, key: testKey, timeoutMs: 10_000, retryMs: 10 }
  const translator = httpTranslator({ ...defaults, ...settings }, log)
  onTestFinished(() => translator.stop())
  return translator
}

async function aDeepl(settings: Partial<ProviderSettings> = {}) {
  const provider = await startDeepl()
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return { provider, translator: translatorOf(provider, deepl, settings) }
}

async function aLibretranslate(settings: Partial<ProviderSettings> = {}) {
  const provider = await startLibretranslate({ charLimit: 1_000 })
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return { provider, translator: translatorOf(provider, libretranslate, settings) }
}

const plain = (texts: string[], source = 'de', target = 'fr') => ({ texts, format: 'plain' as const, source, target })

describe.each([
  ['DeepL', aDeepl],
  ['LibreTranslate', aLibretranslate],
])('%s', (_, start) => {
  test('translates plain texts and HTML in order', async () => {
    const { provider, translator } = await start()
    expect(await translator.translate(plain(['eins', 'zwei & drei']), never)).toEqual(['fr:eins', 'fr:zwei & drei'])
    expect(await translator.translate({ ...plain(['<p>vier</p>']), format: 'html' }, never)).toEqual(['<p>fr:vier</p>'])
    expect(provider.translated.map(({ format }) => format)).toEqual(['plain', 'plain', 'html'])
  })

  test.each([429, 500, 503])('is called again after %i', async (status) => {
    const { provider, translator } = await start()
    provider.before = () => (provider.requests === 1 ? status : undefined)
    expect(await translator.translate(plain(['eins']), never)).toEqual(['fr:eins'])
    expect(provider.requests).toBe(2)
  })

  test('that keeps failing is called three times and is then unavailable', async () => {
    const { provider, translator } = await start()
    provider.before = () => 503
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(provider.requests).toBe(3)
  })

  test('is not called for a while after repeated failures', async () => {
    const { provider, translator } = await start()
    provider.before = () => 503
    const ask = () => translator.translate(plain(['eins']), never).catch(({ fault, message }) => [fault, message])
    await ask()
    await ask()
    expect(await ask()).toEqual(['unavailable', 'the last requests failed: none is sent for now'])
    expect(provider.requests).toBe(5)
  })

  test('rejects a wrong key', async () => {
    const { provider, translator } = await start({ key: 'another' })
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(provider.requests).toBe(1)
  })

  test('refuses an unknown language', async () => {
    const { provider, translator } = await start()
    await expect(translator.translate(plain(['eins'], 'de', 'xx'), never)).rejects.toMatchObject({ fault: 'refused' })
    expect(provider.requests).toBe(1)
  })

  test('that does not respond in time is unavailable, and is not called again for a request that may have been paid', async () => {
    const { provider, translator } = await start({ timeoutMs: 300 })
    const { promise, resolve: answer } = Promise.withResolvers<undefined>()
    provider.before = () => promise
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(provider.requests).toBe(1)
    answer(undefined)
  })

  test('rejects with the reason of the aborted signal', async () => {
    const { provider, translator } = await start()
    const controller = new AbortController()
    const reason = new Error('no longer needed')
    const { promise, resolve: answer } = Promise.withResolvers<undefined>()
    provider.before = () => {
      controller.abort(reason)
      return promise
    }
    await expect(translator.translate(plain(['eins']), controller.signal)).rejects.toBe(reason)
    answer(undefined)
  })

  test('that is unreachable is unavailable', async () => {
    const { provider, translator } = await start()
    await provider[Symbol.asyncDispose]()
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
  })
})

describe('DeepL', () => {
  test('reports a used-up quota as a fault of its own', async () => {
    const { provider, translator } = await aDeepl()
    provider.before = () => 456
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'quota' })
    expect(provider.requests).toBe(1)
  })

  test.each([
    ['de', 'en', 'en-gb'],
    ['en', 'pt', 'pt-pt'],
    ['pt', 'zh', 'zh-hans'],
    ['no', 'de', 'de'],
    ['zh', 'no', 'nb'],
  ])('translates from %s to %s with its own language codes', async (source, target, theirs) => {
    const { translator } = await aDeepl()
    expect(await translator.translate(plain(['x'], source, target), never)).toEqual([`${theirs}:x`])
  })

  test('accepts every batch', async () => {
    const { provider, translator } = await aDeepl()
    const texts = [
      ...Array.from({ length: 120 }, (_, index) => `Text ${index}`),
      ...Array.from({ length: 7 }, () => 'ü"\n'.repeat(10_000)),
    ].map((text) => ({ text }))
    const batches = batchesOf(texts, translator.limits)
    for (const batch of batches) await translator.translate(plain(batch.map(({ text }) => text)), never)
    expect(provider.translated.map(({ text }) => text)).toEqual(texts.map(({ text }) => text))
    expect(batches.length).toBeLessThan(12)
  })

  test('has a different URL for keys of its free plan', () => {
    expect(deeplUrl('0a1b:fx')).toBe('https://api-free.deepl.com')
    expect(deeplUrl('0a1b')).toBe('https://api.deepl.com')
  })
})

test('a response with an unexpected form is an error', async () => {
  const { provider, translator } = await aLibretranslate()
  provider.translate = () => undefined as unknown as string
  await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({
    message: 'the response has an unexpected form',
  })
})

import { createLogger } from '@guidebook/service-kit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { batchesOf } from '../../src/translation/batches.ts'
import { deepl, deeplUrl } from '../../src/translation/deepl.ts'
import { httpTranslator, type ProviderSettings } from '../../src/translation/http-translator.ts'
import { libretranslate } from '../../src/translation/libretranslate.ts'
import { type Provider, startDeepl, startLibretranslate, testKey } from './providers.ts'

vi.setConfig({ testTimeout: 30_000 })

const log = createLogger({ service: 'builder', level: 'silent' })
const never = new AbortController().signal

function translatorOf(
  provider: Pick<Provider, 'url'>,
  protocol: ProviderSettings['protocol'],
  settings: Partial<ProviderSettings> = {},
) {
  const translator = httpTranslator({ protocol, url: provider.url, key: testKey, timeoutMs: 10_000, ...settings }, log)
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
  test('translates plain texts and HTML, in their order', async () => {
    const { provider, translator } = await start()
    expect(await translator.translate(plain(['eins', 'zwei & drei']), never)).toEqual(['fr:eins', 'fr:zwei & drei'])
    expect(await translator.translate({ ...plain(['<p>vier</p>']), format: 'html' }, never)).toEqual(['<p>fr:vier</p>'])
    expect(provider.translated.map(({ format }) => format)).toEqual(['plain', 'plain', 'html'])
  })

  test.each([429, 500, 503])('is asked again after %i', async (status) => {
    const { provider, translator } = await start()
    provider.before = () => (provider.requests === 1 ? status : undefined)
    expect(await translator.translate(plain(['eins']), never)).toEqual(['fr:eins'])
    expect(provider.requests).toBe(2)
  })

  test('that goes on failing is asked three times and is then not available', async () => {
    const { provider, translator } = await start()
    provider.before = () => 503
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(provider.requests).toBe(3)
  })

  test('is left alone for a while when it fails again and again', async () => {
    const { provider, translator } = await start()
    provider.before = () => 503
    const ask = () => translator.translate(plain(['eins']), never).catch(({ fault, message }) => [fault, message])
    await ask()
    await ask()
    expect(await ask()).toEqual(['unavailable', 'the last requests failed: none is sent for now'])
    expect(provider.requests).toBe(5)
  })

  test('does not take another key', async () => {
    const { provider, translator } = await start({ key: 'another' })
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(provider.requests).toBe(1)
  })

  test('refuses a language that it does not know', async () => {
    const { provider, translator } = await start()
    await expect(translator.translate(plain(['eins'], 'de', 'xx'), never)).rejects.toMatchObject({ fault: 'refused' })
    expect(provider.requests).toBe(1)
  })

  test('that does not answer in time is not available, and not asked twice for what may have been paid', async () => {
    const { provider, translator } = await start({ timeoutMs: 300 })
    const { promise, resolve: answer } = Promise.withResolvers<undefined>()
    provider.before = () => promise
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
    expect(provider.requests).toBe(1)
    answer(undefined)
  })

  test('is given up with the reason of the one who gives up', async () => {
    const { provider, translator } = await start()
    const giveUp = new AbortController()
    const reason = new Error('no longer wanted')
    const { promise, resolve: answer } = Promise.withResolvers<undefined>()
    provider.before = () => {
      giveUp.abort(reason)
      return promise
    }
    await expect(translator.translate(plain(['eins']), giveUp.signal)).rejects.toBe(reason)
    answer(undefined)
  })

  test('that nobody reaches is not available', async () => {
    const { provider, translator } = await start()
    await provider[Symbol.asyncDispose]()
    await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({ fault: 'unavailable' })
  })
})

describe('DeepL', () => {
  test('has its quota used up, which is another fault than being away', async () => {
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
  ])('translates from %s to %s by its own names of languages', async (source, target, theirs) => {
    const { translator } = await aDeepl()
    expect(await translator.translate(plain(['x'], source, target), never)).toEqual([`${theirs}:x`])
  })

  test('takes each batch, however the texts are cut', async () => {
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

  test('has the keys of its free plan at another address', () => {
    expect(deeplUrl('0a1b:fx')).toBe('https://api-free.deepl.com')
    expect(deeplUrl('0a1b')).toBe('https://api.deepl.com')
  })
})

test('an answer of another form is no translation', async () => {
  const { provider, translator } = await aLibretranslate()
  provider.translate = () => undefined as unknown as string
  await expect(translator.translate(plain(['eins']), never)).rejects.toMatchObject({
    message: 'the answer is not of the form that was agreed',
  })
})

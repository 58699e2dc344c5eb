import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { startFixture } from '../builder-fixture.ts'
import { anInput, aRequest, requestFor } from '../fixtures.ts'
import { codesOf } from '../read-artifacts.ts'
import { startLibretranslate, testKey } from './providers.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const textOf = (name: string, description: string) => ({ content: { name, description } })

test('a text that the provider refuses is shown in the original, and the others are translated', async () => {
  await using libre = await startLibretranslate({ charLimit: 100 })
  await using fixture = await startFixture()
  await fixture.start({ TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_URL: libre.url, TRANSLATION_KEY: testKey })
  const long = `<p>${'Es regnet. '.repeat(20)}</p>`
  // Sent alone: it is longer than a request of several texts.
  const endless = `<p>${'Es schneit. '.repeat(2_000)}</p>`
  const texts = [
    textOf('Wetter', long),
    textOf('Weg', '<p>Steil</p>'),
    textOf('Rast', '<p>Bank</p>'),
    textOf('Winter', endless),
  ]
  const guidebook = { title: 'Rundweg', stages: [{ number: 1, title: 'Tag', texts }] }
  const input = anInput(fixture.stubs, randomUUID(), {
    release: { kind: 'on-demand', lang: 'fr', translate: true },
    input: { defaultLang: 'de', request: aRequest({ guidebook }) },
  })
  await fixture.request(requestFor(input))
  const completed = await fixture.completion({ release: input.release.id, generation: 1 })
  expect(
    (await fixture.pageOf(completed)).stages[0]?.texts.map(({ title, html }) => [title, html.slice(0, 12)]),
  ).toEqual([
    ['fr:Wetter', '<p>Es regnet'],
    ['fr:Weg', '<p>fr:Steil<'],
    ['fr:Rast', '<p>fr:Bank</'],
    ['fr:Winter', '<p>Es schnei'],
  ])
  expect(codesOf(completed)).toEqual([
    ['texts-translated', null],
    ['translation-failed', null],
  ])
  expect(completed.warnings.find(({ code }) => code === 'translation-failed')?.message).toMatch(/: Wetter, Winter;/)
  expect(new Set(libre.translated.map(({ text }) => text)).size).toBe(libre.translated.length)
})

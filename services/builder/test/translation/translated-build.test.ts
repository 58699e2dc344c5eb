import { randomUUID } from 'node:crypto'
import type { BuildInput, PublishedGuidebook, StoredOnDemandRequest } from '@guidebook/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { translatedByMonth } from '../../src/translation/translation-queries.ts'
import { type Completed, type Fixture, inTime, startFixture } from '../builder-fixture.ts'
import { anInput, aPoi, aRequest, inAccount, line, nextGeneration, requestFor } from '../fixtures.ts'
import { codesOf, gpxOf, textOfPdf } from '../read-artifacts.ts'
import { type Provider, startDeepl, testKey } from './providers.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
let provider: Provider
beforeAll(async () => {
  ;[fixture, provider] = await Promise.all([startFixture(), startDeepl()])
  await fixture.start({
    TRANSLATION_PROVIDER: 'deepl',
    TRANSLATION_URL: provider.url,
    TRANSLATION_KEY: testKey,
    // Long enough for a busy machine: a build that loses its lease, or a request that is given up, translates again.
    TRANSLATION_TIMEOUT: '1m',
    BUILD_LEASE: '1m',
  })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

beforeEach(() => {
  const { before, translate } = provider
  provider.translated.length = 0
  provider.requests = 0
  return () => Object.assign(provider, { before, translate })
})

/** An on-demand release in French of an account whose language is German. */
function aRelease(account: string, guidebook: StoredOnDemandRequest['guidebook'], fields: Partial<BuildInput> = {}) {
  return anInput(fixture.stubs, account, {
    release: { kind: 'on-demand', lang: 'fr', translate: true, title: guidebook.title ?? null },
    input: { defaultLang: 'de', request: aRequest({ guidebook }), ...fields },
  })
}

async function built(input: BuildInput): Promise<{ completed: Completed; page: PublishedGuidebook }> {
  await fixture.request(requestFor(input))
  const completed = await fixture.completion({ release: input.release.id, generation: input.release.generation })
  return { completed, page: await fixture.pageOf(completed) }
}

const textOf = (name: string, description?: string) => ({
  content: { name, ...(description === undefined ? {} : { description }) },
})
const onePage = (...texts: ReturnType<typeof textOf>[]) => ({
  title: 'Rundweg',
  stages: [{ number: 1, title: '1 – 2', texts }],
})

const usageOf = (account: string) => translatedByMonth(fixture.database.knex, account, 24)
const charactersIn = (texts: readonly { text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + [...text].length, 0)

describe('a release with translation', () => {
  test('shows translations of all texts that exist only in the language of the account', async () => {
    const { stubs, store } = fixture
    const account = randomUUID()
    const keep = inAccount(stubs, account)
    keep({
      ...aPoi('HUT', 46, 10),
      names: { de: 'Hütte', fr: 'Refuge humain' },
      descriptions: { de: '<p>Mit <b>Suppe</b></p>', fr: '' },
    })
    keep({ ...aPoi('SPRING', 46.01, 10), names: { sl: 'Izvir' }, descriptions: {} })
    const reference = (customId: string) => ({ libraryReference: { libraryCustomId: 'LIB', customId } })
    const waypoints = line(46, 10, 50).map(({ lat, lon }) => ({ lat, lon }))
    const guidebook = {
      title: 'Über die Pässe',
      stages: [
        {
          number: 1,
          title: 'Zum Pass',
          routes: [{ content: { type: 'HIKING' as const, name: 'Aufstieg', waypoints } }],
          pois: [reference('HUT'), reference('SPRING')],
          texts: [textOf('Wetter', '<p>Es <i>regnet</i> 🌧.</p>'), textOf('2026')],
        },
      ],
    }
    const booking = { accommodation: [{ stageNumber: 1, comment: 'Später Schlüssel', ...reference('HUT') }] }
    const input = aRelease(account, guidebook, { request: aRequest({ guidebook, booking }) })
    const { completed, page } = await built(input)

    expect(page).toMatchObject({ lang: 'fr', title: 'fr:Über die Pässe' })
    // The page also exists in the language of the account.
    expect(completed.artifacts.languages?.map(({ lang }) => lang)).toEqual(['de'])
    expect(page.stages).toMatchObject([
      {
        title: 'fr:Zum Pass',
        routes: [{ name: 'fr:Aufstieg' }],
        pois: [{ name: 'Refuge humain', html: '<p>fr:Mit <b>fr:Suppe</b></p>' }, { name: 'Izvir' }],
        texts: [{ title: 'fr:Wetter', html: '<p>fr:Es <i>fr:regnet</i>fr: 🌧.</p>' }, { title: '2026' }],
        accommodations: [{ name: 'Refuge humain', comment: 'Später Schlüssel' }],
      },
    ])
    expect(await textOfPdf(store, completed)).toContain('fr:Zum Pass')
    const [gpx] = completed.artifacts.gpx?.files ?? []
    expect(await gpxOf(store, completed, gpx?.name ?? '')).toContain('<name>Refuge humain</name>')
    expect(await gpxOf(store, completed, page.stages[0]?.gpx?.full ?? '')).toContain('fr:Zum Pass')

    // A text that is not in the language of the account is not sent: it is shown in the original, with a warning.
    const characters = charactersIn(provider.translated)
    expect(completed.warnings.map(({ severity, code }) => [severity, code])).toEqual([
      ['info', 'texts-translated'],
      ['info', 'language-missing'],
    ])
    expect(completed.warnings[0]?.message).toBe(`Translated from "de" to "fr": 6 texts with ${characters} characters.`)
    expect(provider.translated.map(({ text }) => text).sort()).toEqual(
      [
        'Aufstieg',
        'Wetter',
        'Zum Pass',
        'Über die Pässe',
        '<p>Es <i>regnet</i> 🌧.</p>',
        '<p>Mit <b>Suppe</b></p>',
      ].sort(),
    )
    expect(await usageOf(account)).toMatchObject([{ texts: 6, characters }])

    // The stored guidebook has inline texts in both languages, and library items by ID.
    expect(stubs.stored.get(input.release.key)?.guidebook).toMatchObject({
      titles: { de: 'Über die Pässe', fr: 'fr:Über die Pässe' },
      stages: [{ titles: { fr: 'fr:Zum Pass' }, routes: [{ item: { names: { de: 'Aufstieg', fr: 'fr:Aufstieg' } } }] }],
    })
  })

  test('pays for a text once, also when it is built again and for other releases of the account', async () => {
    const account = randomUUID()
    const input = aRelease(account, onePage(textOf('Wetter', '<p>Regen</p>')))
    await built(input)
    expect(provider.translated).toHaveLength(3)
    const again = nextGeneration(fixture.stubs, input)
    expect((await built(again)).completed.warnings).toEqual([])
    const other = await built(aRelease(account, onePage(textOf('Wetter', '<p>Regen</p>'), textOf('Neu'))))
    expect(other.page.stages[0]?.texts.map(({ title }) => title)).toEqual(['fr:Wetter', 'fr:Neu'])
    expect(provider.translated).toHaveLength(4)
    expect(await usageOf(account)).toMatchObject([{ texts: 4, characters: charactersIn(provider.translated) }])

    // Another account pays itself: no account learns what others have translated.
    await built(aRelease(randomUUID(), onePage(textOf('Wetter'))))
    expect(provider.translated).toHaveLength(6)
  })

  test('pays once for a text that two builds need at the same time', async () => {
    const account = randomUUID()
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
    provider.before = () => held
    const common = Array.from({ length: 60 }, (_, index) => textOf(`Text ${index}`, `<p>Inhalt ${index}</p>`))
    const inputs = [aRelease(account, onePage(...common)), aRelease(account, onePage(...common.toReversed()))]
    for (const input of inputs) await fixture.request(requestFor(input))
    await inTime(async () => {
      const [row] = await fixture.database.knex('builds').where({ account, state: 'running' }).count()
      return Number(row?.count) === 2 && provider.requests > 0
    })
    release(undefined)
    const pages = await Promise.all(
      inputs.map(async ({ release }) =>
        fixture.pageOf(await fixture.completion({ release: release.id, generation: 1 })),
      ),
    )
    const titles = pages.map(({ stages }) => stages[0]?.texts.map(({ title }) => title))
    expect(titles[0]).toEqual(common.map(({ content }) => `fr:${content.name}`))
    expect(titles[1]).toEqual(titles[0]?.toReversed())
    expect(provider.translated).toHaveLength(121)
    expect(new Set(provider.translated.map(({ text }) => text)).size).toBe(121)
    expect(await usageOf(account)).toMatchObject([{ texts: 121 }])
  })

  test('shows the original if the translation has other markup, and pays for that once, too', async () => {
    const { translate } = provider
    provider.translate = (text, target) => (text.includes('<b>') ? 'sans rien' : translate(text, target))
    const input = aRelease(randomUUID(), onePage(textOf('Wetter', '<p>Es <b>regnet</b></p>')))
    const { completed, page } = await built(input)
    expect(page.stages[0]?.texts).toMatchObject([{ title: 'fr:Wetter', html: '<p>Es <b>regnet</b></p>' }])
    expect(completed.warnings.find(({ severity }) => severity === 'warning')).toMatchObject({
      code: 'translation-unusable',
      externalId: 'Wetter',
      pointer: '/guidebook/stages/0/texts/0',
      message: expect.stringContaining('The translation of Wetter to "fr"'),
    })
    const again = await built(nextGeneration(fixture.stubs, input))
    expect(codesOf(again.completed)).toEqual([['translation-unusable', 'Wetter']])
    expect(provider.translated).toHaveLength(3)
  })

  test.each([
    [503, 'the translation service is not available'],
    [456, 'the translation service has no characters left in its quota'],
    [400, 'the translation service does not accept them'],
  ])(
    'is built in the original when the provider responds with %i, and translated by its next build',
    async (status, reason) => {
      provider.before = () => status
      const account = randomUUID()
      const input = aRelease(account, onePage(textOf('Wetter', '<p>Regen</p>')))
      const { completed, page } = await built(input)
      expect(page).toMatchObject({
        title: 'Rundweg',
        stages: [{ title: '1 – 2', texts: [{ title: 'Wetter', html: '<p>Regen</p>' }] }],
      })
      expect(completed.warnings).toMatchObject([{ severity: 'warning', code: 'translation-failed' }])
      expect(completed.warnings[0]?.message).toContain('shown in the original: the title, Wetter;')
      expect(completed.warnings[0]?.message).toContain(reason)
      expect(await usageOf(account)).toEqual([])
      expect(await fixture.database.knex('translations').where({ account })).toEqual([])

      provider.before = () => undefined
      const next = await built(nextGeneration(fixture.stubs, input))
      expect(next.page).toMatchObject({ title: 'fr:Rundweg', stages: [{ texts: [{ title: 'fr:Wetter' }] }] })
      expect(codesOf(next.completed)).toEqual([['texts-translated', null]])
    },
  )

  test('has a text translated whose claim has expired', async () => {
    const account = randomUUID()
    const { knex } = fixture.database
    await built(aRelease(account, onePage()))
    const claimed = { translation: null, translated_at: null, claim: randomUUID() }
    await knex('translations')
      .where({ account })
      .update({ ...claimed, claimed_until: knex.raw(`now() + interval '1 second'`) })
    const { page } = await built(aRelease(account, onePage()))
    expect(page.title).toBe('fr:Rundweg')
    expect(provider.translated).toHaveLength(2)
  })

  test('into the language of the account needs no translation', async () => {
    const account = randomUUID()
    const input = anInput(fixture.stubs, account, {
      release: { kind: 'on-demand', lang: 'de', translate: true },
      input: { defaultLang: 'de', request: aRequest({ guidebook: onePage() }) },
    })
    const { completed, page } = await built(input)
    expect([page.title, completed.warnings, provider.requests]).toEqual(['Rundweg', [], 0])
  })
})

import { randomUUID } from 'node:crypto'
import type { PublishedGuidebook } from '@guidebook/contracts'
import { describe, expect, test } from 'vitest'
import type { Completed } from '../builder-fixture.ts'
import { aGuidebook, aRequest, aText, nextGeneration, requestFor } from '../fixtures.ts'
import { filesInZip } from '../zip.ts'
import { aBuilder } from './building.ts'

const builder = aBuilder()

const languagesOf = ({ artifacts }: Completed) => (artifacts.languages ?? []).map(({ lang }) => lang)

async function pageIn(completed: Completed, wanted: string): Promise<PublishedGuidebook> {
  const found = completed.artifacts.languages?.find(({ lang }) => lang === wanted)
  return JSON.parse((await builder.fixture.store.read(found?.key ?? '')).toString())
}

/** A guidebook in English and German, with one name in French, too. */
function inTwoLanguages(account: string) {
  const guidebook = aGuidebook(builder.fixture.stubs, account)
  guidebook.descriptions = { en: '<p>Welcome</p>', de: '<p>Willkommen</p>' }
  const [general] = guidebook.generalInfo
  if (general === undefined) throw new Error('the guidebook has no general part')
  general.names = { en: 'Emergency', de: 'Notfall', fr: 'Urgence' }
  return guidebook
}

describe('the page of a release', () => {
  test('exists in each language of the content, with the files of the release’s own language', async () => {
    const account = randomUUID()
    const guidebook = inTwoLanguages(account)
    const { completed, page } = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })

    expect(languagesOf(completed)).toEqual(['de'])
    const german = await pageIn(completed, 'de')
    expect(german).toMatchObject({
      lang: 'de',
      title: 'Über die Pässe',
      html: '<p>Willkommen</p>',
      stages: [{ title: 'Tag 1', pois: [{ name: 'Place P-1 (de)', html: '<p>About Place P-1</p>' }] }, {}],
      generalInfo: [{ title: 'Notfall' }],
    })
    expect(german.stages.map(({ gpx }) => gpx)).toEqual(page.stages.map(({ gpx }) => gpx))
    expect(german.stages[0]?.map).toContain('<svg')
    for (const { overview } of [german, page]) expect(overview).toContain('© OpenStreetMap')
    expect(german.contentVersion).not.toBe(completed.contentVersion)
    // The files are the same.
    expect(german.contentVersion.split('-')[0]).toBe(completed.contentVersion.split('-')[0])
    // Only texts that are missing in the release's language add warnings.
    expect(completed.warnings).toEqual([])

    const files = filesInZip(await builder.fixture.store.read(completed.artifacts.bundle?.key ?? ''))
    expect([...files.keys()]).toEqual(['guidebook.json', 'guidebook.de.json', 'gpx.zip'])
    expect(JSON.parse(String(files.get('guidebook.json')))).toEqual(page)
    expect(JSON.parse(String(files.get('guidebook.de.json')))).toEqual(german)
  })

  test('that is built again unchanged is reused in all languages; a changed text changes the pages of its language, and no GPX file', async () => {
    const { stubs } = builder.fixture
    const account = randomUUID()
    const guidebook = inTwoLanguages(account)
    const { input, completed } = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })
    const again = nextGeneration(stubs, input)
    await builder.fixture.request(requestFor(again))
    const unchanged = await builder.fixture.completion({ release: input.release.id, generation: 2 })
    expect(unchanged.artifacts).toEqual(completed.artifacts)

    guidebook.descriptions = { ...guidebook.descriptions, de: '<p>Grüezi</p>' }
    const changed = nextGeneration(stubs, again)
    await builder.fixture.request(requestFor(changed))
    const later = await builder.fixture.completion({ release: input.release.id, generation: 3 })
    expect(later.artifacts).toMatchObject({ page: completed.artifacts.page, pdf: completed.artifacts.pdf })
    expect(later.artifacts.languages).not.toEqual(completed.artifacts.languages)
    expect(await pageIn(later, 'de')).toMatchObject({ html: '<p>Grüezi</p>' })
    guidebook.descriptions = { ...guidebook.descriptions, en: '<p>Hello</p>' }
    await builder.fixture.request(requestFor(nextGeneration(stubs, changed)))
    const last = await builder.fixture.completion({ release: input.release.id, generation: 4 })
    expect(last.artifacts.gpx).toEqual(completed.artifacts.gpx)
    expect(last.artifacts.pdf).not.toEqual(completed.artifacts.pdf)
  })

  test('in a language that the content lacks offers the languages of the content', async () => {
    const account = randomUUID()
    const guidebook = inTwoLanguages(account)
    const { completed } = await builder.build(account, {
      release: { lang: 'fr' },
      input: { guidebook: { id: guidebook.id } },
    })
    expect(languagesOf(completed)).toEqual(['de', 'en'])
    expect(completed.warnings.map(({ code }) => code)).toEqual(['language-missing'])
  })

  test('has one warning for a text that cannot be shown whole, which names any language but the release’s', async () => {
    const account = randomUUID()
    const guidebook = inTwoLanguages(account)
    guidebook.generalInfo = [
      { ...aText('BOTH'), descriptions: { en: '<p>A<img src="x"></p>', de: '<p>A<img src="x"></p>' } },
      { ...aText('GERMAN'), descriptions: { en: '<p>B</p>', de: '<p>B<img src="x"></p>' } },
    ]
    const { completed } = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })
    expect(completed.warnings.map(({ externalId, message }) => [externalId, message])).toEqual([
      ['BOTH', 'The text contains elements that cannot be shown and were left out: img.'],
      ['GERMAN', 'The text on the page in "de" contains elements that cannot be shown and were left out: img.'],
    ])
  })

  test('of an on-demand release in one language exists in that language only', async () => {
    const { completed } = await builder.build(randomUUID(), {
      release: { kind: 'on-demand' },
      input: { request: aRequest() },
    })
    expect(languagesOf(completed)).toEqual([])
  })

  test('of an on-demand release whose language was changed has the texts of its request in their own language', async () => {
    const { input, completed, page } = await builder.build(randomUUID(), {
      release: { kind: 'on-demand', lang: 'de' },
      input: { request: aRequest() },
    })
    expect(completed.warnings.map(({ code }) => code)).toEqual(['language-missing'])
    expect(page).toMatchObject({ lang: 'de', title: 'Made to order' })
    expect(languagesOf(completed)).toEqual(['en'])
    expect(builder.fixture.stubs.stored.get(input.release.key)?.guidebook).toMatchObject({
      titles: { en: 'Made to order' },
      stages: [{ titles: { en: 'To the pass' } }],
    })
  })
})

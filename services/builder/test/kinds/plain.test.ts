import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aGuidebook, nextGeneration, requestFor } from '../fixtures.ts'
import { gpxOf, pdfSize, textOfPdf } from '../read-artifacts.ts'
import { aBuilder, photograph } from './building.ts'

const builder = aBuilder()

describe('a plain release', () => {
  test('shows its guidebook in its language, as page, roadbook, GPX files and bundle', async () => {
    const { stubs, store } = builder.fixture
    const account = randomUUID()
    const cover = await builder.fixture.keepImage(await photograph())
    const guidebook = aGuidebook(stubs, account, cover)
    for (const item of [guidebook.stages[0]?.routes[0], guidebook.stages[0]?.pois[0], guidebook.generalInfo[0]])
      if (item) item.image = cover
    const { input, completed, page } = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })

    expect(completed).toMatchObject({ guidebook: null, warnings: [], generation: 1, link: input.release.link })
    const image = page.cover
    expect(completed.artifacts.images).toMatchObject([
      { name: image, mediaType: 'image/jpeg', width: 1080, height: 810 },
    ])
    expect(page).toMatchObject({
      lang: 'en',
      title: 'Over the passes',
      html: '<p>Welcome</p>',
      contentVersion: completed.contentVersion,
      generalInfo: [{ title: 'Text T-GENERAL', image }],
      stages: [
        {
          number: 1,
          title: 'Day 1',
          date: '2026-07-14',
          stats: { distanceMetres: 11_100, ascentMetres: 500, descentMetres: 20, durationSeconds: 14_400 },
          map: expect.stringContaining('<svg'),
          profile: expect.stringContaining('<svg'),
          routes: [{ name: 'Route R-1', html: '<p>About Route R-1</p>', image }],
          pois: [{ name: 'Place P-1', icon: 'hut', image, phone: '+41 81 000 00 00', web: 'https://hut.example' }],
          texts: [{ title: 'Text T-1' }],
          gpx: { full: '01-day-1', device: '01-day-1-device', tcx: '01-day-1.tcx', fit: '01-day-1.fit' },
        },
        { number: 2, date: '2026-07-15' },
      ],
    })
    const text = await textOfPdf(store, completed)
    for (const printed of ['Over the passes', 'Day 1', 'Place P-2', 'Text T-GENERAL', completed.contentVersion]) {
      expect(text).toContain(printed)
    }
    expect(text).toContain(String(input.release.downloadCode))
    expect(await gpxOf(store, completed, '01-day-1')).toContain('<name>Place P-1</name>')
    expect(await gpxOf(store, completed, 'over-the-passes')).toContain(completed.contentVersion.split('-')[0])
    expect(await store.exists(completed.artifacts.bundle?.key ?? '')).toBe(true)
    const icons = ['apple-touch.png', '192.png', '512.png', 'maskable.png']
    expect(completed.artifacts.icons?.map(({ name }) => name)).toEqual(icons)
    for (const { key } of completed.artifacts.icons ?? []) expect(key).toMatch(/\.png$/)
    expect(stubs.stored.has(input.release.key)).toBe(false)
  })

  test('that is built again unchanged reuses all files, and another release of the guidebook all but the roadbook', async () => {
    const { stubs } = builder.fixture
    const account = randomUUID()
    const guidebook = aGuidebook(stubs, account, await builder.fixture.keepImage(await photograph(90)))
    const { input, completed } = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })
    const again = nextGeneration(stubs, input)
    await builder.fixture.request(requestFor(again))
    expect(await builder.fixture.completion({ release: input.release.id, generation: 2 })).toMatchObject({
      contentVersion: completed.contentVersion,
      artifacts: completed.artifacts,
    })
    const other = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })
    expect(other.completed.artifacts.gpx).toEqual(completed.artifacts.gpx)
    expect(other.completed.artifacts.images).toEqual(completed.artifacts.images)
    expect(other.completed.artifacts.icons).toEqual(completed.artifacts.icons)
    expect(other.completed.artifacts.pdf?.key).not.toBe(completed.artifacts.pdf?.key)
    const [trip, booking] = completed.contentVersion.split('-')
    expect(other.completed.contentVersion.split('-')[0]).toBe(trip)
    expect(other.completed.contentVersion.split('-')[1]).not.toBe(booking)
  })

  test('in a language that its guidebook lacks shows the existing texts, with a warning', async () => {
    const account = randomUUID()
    const guidebook = aGuidebook(builder.fixture.stubs, account)
    const { completed, page } = await builder.build(account, {
      release: { lang: 'de' },
      input: { guidebook: { id: guidebook.id } },
    })
    expect(page).toMatchObject({
      lang: 'de',
      title: 'Über die Pässe',
      html: '<p>Welcome</p>',
      stages: [{ title: 'Tag 1' }, {}],
    })
    // The first such text belongs to the guidebook itself, which has no custom ID.
    expect(completed.warnings).toMatchObject([{ severity: 'info', code: 'language-missing', externalId: null }])
    expect(completed.warnings[0]?.message).toMatch(/^\d+ texts do not exist in "de".*the first: the description\.$/)
  })

  test('sold by another account names the trip organiser in its roadbook', async () => {
    const account = randomUUID()
    const guidebook = aGuidebook(builder.fixture.stubs, account)
    const { completed } = await builder.build(account, {
      input: {
        guidebook: { id: guidebook.id },
        brand: { name: 'Sunny Trips', logo: null, primaryColor: null, secondaryColor: null },
      },
    })
    const text = await textOfPdf(builder.fixture.store, completed)
    expect(text.match(/Trip organised by Alpine Walks/g)).toHaveLength(2)
    expect(text).toContain('Published by Sunny Trips')
  })

  test('is printed on the paper that its operator has chosen', async () => {
    const { stubs, store } = builder.fixture
    const account = randomUUID()
    const guidebook = aGuidebook(stubs, account)
    const { input, completed } = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })
    await builder.fixture.request(requestFor(nextGeneration(stubs, input, { paper: 'A5' })))
    const small = await builder.fixture.completion({ release: input.release.id, generation: 2 })
    expect([await pdfSize(store, completed), await pdfSize(store, small)]).toEqual([
      [595, 842],
      [420, 595],
    ])
    expect(small.contentVersion.split('-')[0]).toBe(completed.contentVersion.split('-')[0])
    expect(small.contentVersion).not.toBe(completed.contentVersion)
  })

  test('of a test account has a watermark, which makes it a different book', async () => {
    const account = randomUUID()
    const guidebook = aGuidebook(builder.fixture.stubs, account)
    const { input, completed } = await builder.build(account, { input: { guidebook: { id: guidebook.id } } })
    const next = nextGeneration(builder.fixture.stubs, input, { test: true })
    await builder.fixture.request(requestFor(next))
    const watermarked = await builder.fixture.completion({ release: input.release.id, generation: 2 })
    expect(watermarked.artifacts.pdf?.key).not.toBe(completed.artifacts.pdf?.key)
    expect(watermarked.contentVersion).not.toBe(completed.contentVersion)
  })
})

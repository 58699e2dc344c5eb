import { randomUUID } from 'node:crypto'
import { unpackTrack } from '@guidebook/route-geometry'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  aGuidebook,
  anInput,
  aPoi,
  aRequest,
  aRoute,
  asking,
  aText,
  changed,
  type InputFields,
  inAccount,
  line,
} from './content.ts'
import { type Fixture, startFixture } from './fixture.ts'
import { codesOf, gpxOf, textOfPdf } from './reading.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  await fixture.start()
})
afterAll(() => fixture[Symbol.asyncDispose]())

async function build(account: string, fields: InputFields) {
  const input = anInput(fixture.neighbours, account, fields)
  await fixture.request(asking(input))
  const completed = await fixture.completion({ release: input.release.id, generation: 1 })
  return { input, completed, page: await fixture.pageOf(completed) }
}

const photograph = (red = 200) =>
  sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: { r: red, g: 120, b: 60 } } })
    .jpeg()
    .toBuffer()

describe('a plain release', () => {
  test('shows its guidebook in its language, as page, roadbook, GPX files and bundle', async () => {
    const { neighbours, store } = fixture
    const account = randomUUID()
    const cover = await fixture.keepImage(await photograph())
    const guidebook = aGuidebook(neighbours, account, cover)
    const { input, completed, page } = await build(account, { input: { guidebook: { id: guidebook.id } } })

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
      generalInfo: [{ title: 'Text T-GENERAL' }],
      stages: [
        {
          number: 1,
          title: 'Day 1',
          date: '2026-07-14',
          stats: { distanceMetres: 11_100, ascentMetres: 500, descentMetres: 20, durationSeconds: 14_400 },
          map: expect.stringContaining('<svg'),
          profile: expect.stringContaining('<svg'),
          routes: [{ name: 'Route R-1', html: '<p>About Route R-1</p>' }],
          pois: [{ name: 'Place P-1', icon: 'hut', phone: '+41 81 000 00 00', web: 'https://hut.example' }],
          texts: [{ title: 'Text T-1' }],
          gpx: { full: '01-day-1', device: '01-day-1-device' },
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
    expect(neighbours.stored.has(input.release.key)).toBe(false)
  })

  test('that is built again unchanged reuses everything, and another release of it all but the roadbook', async () => {
    const { neighbours } = fixture
    const account = randomUUID()
    const guidebook = aGuidebook(neighbours, account, await fixture.keepImage(await photograph(90)))
    const { input, completed } = await build(account, { input: { guidebook: { id: guidebook.id } } })
    const again = changed(neighbours, input)
    await fixture.request(asking(again))
    expect(await fixture.completion({ release: input.release.id, generation: 2 })).toMatchObject({
      contentVersion: completed.contentVersion,
      artifacts: completed.artifacts,
    })
    const other = await build(account, { input: { guidebook: { id: guidebook.id } } })
    expect(other.completed.artifacts.gpx).toEqual(completed.artifacts.gpx)
    expect(other.completed.artifacts.images).toEqual(completed.artifacts.images)
    expect(other.completed.artifacts.pdf?.key).not.toBe(completed.artifacts.pdf?.key)
    const [trip, booking] = completed.contentVersion.split('-')
    expect(other.completed.contentVersion.split('-')[0]).toBe(trip)
    expect(other.completed.contentVersion.split('-')[1]).not.toBe(booking)
  })

  test('in a language that its guidebook does not have shows what there is and says so', async () => {
    const account = randomUUID()
    const guidebook = aGuidebook(fixture.neighbours, account)
    const { completed, page } = await build(account, {
      release: { lang: 'de' },
      input: { guidebook: { id: guidebook.id } },
    })
    expect(page).toMatchObject({
      lang: 'de',
      title: 'Über die Pässe',
      html: '<p>Welcome</p>',
      stages: [{ title: 'Tag 1' }, {}],
    })
    // The first such text is the guidebook's own, which has no custom ID.
    expect(completed.warnings).toMatchObject([{ severity: 'info', code: 'language-missing', externalId: null }])
    expect(completed.warnings[0]?.message).toMatch(/^\d+ texts do not exist in "de".*the first: the description\.$/)
  })

  test('that a seller sells names who runs the trip in its roadbook', async () => {
    const account = randomUUID()
    const guidebook = aGuidebook(fixture.neighbours, account)
    const { completed } = await build(account, {
      input: {
        guidebook: { id: guidebook.id },
        brand: { name: 'Sunny Trips', logo: null, primaryColor: null, secondaryColor: null },
      },
    })
    const text = await textOfPdf(fixture.store, completed)
    expect(text.match(/Trip organised by Alpine Walks/g)).toHaveLength(2)
    expect(text).toContain('Published by Sunny Trips')
  })

  test('of a test account is watermarked, and so is another book', async () => {
    const account = randomUUID()
    const guidebook = aGuidebook(fixture.neighbours, account)
    const { input, completed } = await build(account, { input: { guidebook: { id: guidebook.id } } })
    const next = changed(fixture.neighbours, input, { test: true })
    await fixture.request(asking(next))
    const watermarked = await fixture.completion({ release: input.release.id, generation: 2 })
    expect(watermarked.artifacts.pdf?.key).not.toBe(completed.artifacts.pdf?.key)
    expect(watermarked.contentVersion).not.toBe(completed.contentVersion)
  })
})

describe('a customized release', () => {
  const reference = (externalId: string) => ({ externalId, libraryExternalId: 'LIB' })
  const stay = (externalId: string, arrivalDate: string | null, comment: string | null = null) => ({
    ...reference(externalId),
    arrivalDate,
    departureDate: null,
    comment,
  })

  test('adds its accommodations, texts and assets to a copy of the guidebook; what is missing is an entry', async () => {
    const { neighbours, store } = fixture
    const account = randomUUID()
    const guidebook = aGuidebook(neighbours, account)
    const keep = inAccount(neighbours, account)
    const dayTwo = keep(aPoi('HOTEL-2', 46.3, 10, 'hotel'))
    const anywhere = keep(aPoi('HOTEL-X', 40, 10, 'hotel'))
    const arrival = keep(aPoi('HOTEL-END', 46.14, 10, 'hotel'))
    const text = keep(aText('EXTRA'))
    const asset = keep(aPoi('ASSET', 46.1, 10.1))
    const { input, completed, page } = await build(account, {
      release: { kind: 'customized' },
      input: {
        guidebook: { id: guidebook.id },
        accommodation: [
          stay('HOTEL-2', '2026-07-15', 'Half board <b>only</b>'),
          stay('HOTEL-X', '2026-08-20'),
          stay('HOTEL-END', null),
          stay('HOTEL-GONE', '2026-07-14'),
        ],
        texts: [reference('EXTRA'), reference('TEXT-GONE')],
        assets: [
          { type: 'GEO', ...reference('ASSET') },
          { type: 'GEO', ...reference('ASSET-GONE') },
        ],
      },
    })
    expect(codesOf(completed)).toEqual([
      ['reference-missing', 'ASSET-GONE'],
      ['reference-missing', 'HOTEL-GONE'],
      ['reference-missing', 'TEXT-GONE'],
    ])
    expect(completed.warnings.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/accommodation/3',
      '/additionalAssets/1',
      '/text/1',
    ])
    expect(page.stages[0]?.accommodations).toMatchObject([{ name: 'Place HOTEL-END' }])
    expect(page.stages[1]?.accommodations).toMatchObject([
      { name: 'Place HOTEL-2', arrivalDate: '2026-07-15', comment: 'Half board <b>only</b>' },
    ])
    expect(page.accommodations).toMatchObject([{ name: 'Place HOTEL-X' }])
    expect(page.pois).toMatchObject([{ name: 'Place ASSET' }])
    expect(page.generalInfo.map(({ title }) => title)).toEqual(['Text T-GENERAL', 'Text EXTRA'])
    expect(await textOfPdf(store, completed)).toContain('Half board <b>only</b>')

    const stored = neighbours.stored.get(input.release.key)
    expect(completed.guidebook).toEqual({ id: stored?.id, version: 1 })
    const [first, second] = guidebook.stages
    expect(stored?.guidebook).toMatchObject({
      account,
      release: input.release.id,
      generation: 1,
      titles: guidebook.titles,
      stages: [
        { number: 1, routes: [{ id: first?.routes[0]?.id }], pois: [{ id: first?.pois[0]?.id }, { id: arrival.id }] },
        { number: 2, pois: [{ id: second?.pois[0]?.id }, { id: dayTwo.id }] },
      ],
      generalInfo: [{ id: asset.id }, { id: anywhere.id }, { id: guidebook.generalInfo[0]?.id }, { id: text.id }],
    })
    expect(neighbours.calls.get('resolveReferences')).toBe(1)
  })
})

describe('an on-demand release', () => {
  test('is made of its request: inline items, references, groups of parts, pictures', async () => {
    const { neighbours, store } = fixture
    const account = randomUUID()
    const keep = inAccount(neighbours, account)
    const { tracks } = neighbours
    const whole = keep(aRoute('WHOLE', line(46, 10, 300), tracks))
    keep(aRoute('HALF-1', line(47, 10, 200), tracks))
    keep(aRoute('HALF-2', line(47.02, 10, 200).reverse(), tracks))
    keep(aRoute('FAR', line(47.5, 10, 200), tracks))
    const hut = keep(aPoi('HUT', 46.02, 10))
    keep(aPoi('HOTEL', 46.03, 10, 'hotel'))
    const page1 = keep(aText('PAGE'))
    const good = await fixture.keepImage(await photograph(30))
    const broken = await fixture.keepImage(Buffer.from('not a picture'), 'image/png')
    const reference = (customId: string) => ({ libraryReference: { libraryCustomId: 'LIB', customId } })
    const part = (customId: string) => ({ libraryCustomId: 'LIB', customId })
    const waypoints = line(46.5, 11, 150).map(({ lat, lon }) => ({ lat, lon }))
    const request = aRequest({
      booking: {
        arrivalDate: '2026-07-14',
        accommodation: [
          { stageNumber: 2, comment: 'Late key', ...reference('HOTEL') },
          { stageNumber: 3, content: { name: 'Inline inn', lat: 47.1, lon: 10, image: good } },
        ],
      },
      guidebook: {
        title: 'Made to order',
        image: good,
        stages: [
          {
            number: 3,
            title: 'Third',
            routes: [{ group: { name: 'Joined', parts: [part('HALF-1'), part('HALF-2'), part('FAR')] } }],
          },
          {
            number: 1,
            title: 'First',
            routes: [{ content: { type: 'CYCLING', name: 'Inline way', description: '<p>By bike</p>', waypoints } }],
            pois: [
              { content: { name: 'View', lat: 46.5, lon: 11, type: 'PANORAMICVIEW', image: broken, phone: '+41 1' } },
              { libraryReference: { link: hut.id } },
            ],
            texts: [
              {
                content: {
                  name: 'Hostile',
                  description: '<script>alert(1)</script><p onclick="x()">Text<img src="x"></p>',
                },
              },
            ],
          },
          { number: 2, title: 'Second', routes: [{ libraryReference: { link: whole.id } }, reference('VANISHED')] },
        ],
        generalInfo: [reference('PAGE')],
      },
    })
    const { input, completed, page } = await build(account, { release: { kind: 'on-demand' }, input: { request } })

    expect(codesOf(completed)).toEqual([
      ['html-left-out', 'Hostile'],
      ['image-unreadable', 'View'],
      ['reference-missing', 'VANISHED'],
      ['route-gap', 'FAR'],
    ])
    expect(Object.fromEntries(completed.warnings.map(({ code, pointer }) => [code, pointer]))).toEqual({
      'html-left-out': '/guidebook/stages/1/texts/0',
      'image-unreadable': '/guidebook/stages/1/pois/0',
      'reference-missing': '/guidebook/stages/2/routes/1',
      'route-gap': '/guidebook/stages/0/routes/0/group/parts/2',
    })
    expect(completed.warnings.find(({ code }) => code === 'route-gap')?.message).toMatch(
      /a gap of \d{5} m between its parts HALF-2 and FAR/,
    )
    expect(page.stages.map(({ number, title }) => [number, title])).toEqual([
      [1, 'First'],
      [2, 'Second'],
      [3, 'Third'],
    ])
    const [first, second, third] = page.stages
    expect(first).toMatchObject({
      routes: [{ name: 'Inline way', stats: { ascentMetres: null, distanceMetres: expect.closeTo(1_660, -2) } }],
      pois: [
        { name: 'View', icon: 'panoramicview', image: null },
        { name: 'Place HUT', icon: 'hut' },
      ],
      texts: [{ title: 'Hostile', html: '<p>Text</p>' }],
    })
    expect(second).toMatchObject({
      stats: { distanceMetres: 11_100 },
      accommodations: [{ name: 'Place HOTEL', comment: 'Late key' }],
    })
    // Three parts of 200 points, about 11 m apart; the second was turned round, the gap before the third not bridged.
    expect(third?.stats.distanceMetres).toBeGreaterThan(6_000)
    expect(third?.stats.distanceMetres).toBeLessThan(9_000)
    expect(third?.accommodations).toMatchObject([{ name: 'Inline inn', image: page.cover }])
    expect(await textOfPdf(store, completed)).toContain('Made to order')

    const stored = neighbours.stored.get(input.release.key)?.guidebook
    expect(stored).toMatchObject({
      titles: { en: 'Made to order' },
      cover: good,
      stages: [
        {
          routes: [{ item: { kind: 'route', icon: 'cycling', names: { en: 'Inline way' } } }],
          texts: [{ item: { kind: 'text' } }],
        },
        { routes: [{ id: whole.id }] },
        { routes: [{ item: { names: { en: 'Joined' }, icon: 'hiking' } }], pois: [{ item: { icon: 'hotel' } }] },
      ],
      generalInfo: [{ id: page1.id }],
    })
    const joined = stored?.stages[2]?.routes[0]?.item as { track: string }
    expect(unpackTrack(Buffer.from(joined.track, 'base64')).map((segment) => segment.length)).toEqual([400, 200])
    expect(stored?.stages[0]?.texts[0]).toMatchObject({
      item: { descriptions: { en: expect.stringContaining('<script>') } },
    })
  })

  test('takes title and cover from its template, and tells that it cannot translate', async () => {
    const { neighbours } = fixture
    const account = randomUUID()
    const cover = await fixture.keepImage(await photograph(10))
    const template = aGuidebook(neighbours, account, cover)
    const { input, completed, page } = await build(account, {
      release: { kind: 'on-demand', lang: 'fr', translate: true },
      input: {
        guidebook: { id: template.id },
        defaultLang: 'de',
        request: aRequest({ guidebook: { stages: [{ number: 1, title: 'Zum Pass' }] } }),
      },
    })
    expect(page).toMatchObject({ lang: 'fr', title: 'Über die Pässe', stages: [{ title: 'Zum Pass' }] })
    expect(page.cover).not.toBeNull()
    expect(codesOf(completed)).toEqual([['translation-not-configured', null]])
    expect(neighbours.stored.get(input.release.key)?.guidebook.stages).toMatchObject([{ titles: { de: 'Zum Pass' } }])
  })

  test('without any route still has a page and a roadbook', async () => {
    const { completed, page } = await build(randomUUID(), {
      release: { kind: 'on-demand' },
      input: { request: aRequest() },
    })
    expect(page.stages).toMatchObject([{ map: null, profile: null, gpx: null, stats: { distanceMetres: null } }])
    expect(completed.artifacts).toMatchObject({ gpx: null, pdf: { pages: expect.any(Number) } })
  })
})

import { randomUUID } from 'node:crypto'
import { packTrack, unpackTrack } from '@guidebook/route-geometry'
import { describe, expect, test } from 'vitest'
import { aGuidebook, aPoi, aRequest, aRoute, aText, inAccount, line } from '../fixtures.ts'
import { codesOf, textOfPdf } from '../read-artifacts.ts'
import { aBuilder, photograph } from './building.ts'

const builder = aBuilder()

describe('an on-demand release', () => {
  test('is built from its request: inline items, references, groups of parts, images', async () => {
    const { stubs, store } = builder.fixture
    const account = randomUUID()
    const keep = inAccount(stubs, account)
    const { tracks } = stubs
    const whole = keep(aRoute('WHOLE', line(46, 10, 300), tracks))
    keep(aRoute('HALF-1', line(47, 10, 200), tracks))
    keep(aRoute('HALF-2', line(47.02, 10, 200).reverse(), tracks))
    keep(aRoute('FAR', line(47.5, 10, 200), tracks))
    const hut = keep(aPoi('HUT', 46.02, 10))
    keep(aPoi('HOTEL', 46.03, 10, 'hotel'))
    const page1 = keep(aText('PAGE'))
    const good = await builder.fixture.keepImage(await photograph(30))
    const broken = await builder.fixture.keepImage(Buffer.from('not a picture'), 'image/png')
    const reference = (customId: string) => ({ libraryReference: { libraryCustomId: 'LIB', customId } })
    const part = (customId: string) => ({ libraryCustomId: 'LIB', customId })
    const way = line(46.5, 11, 150).map(({ lat, lon }) => ({ lat, lon }))
    const packed = { track: Buffer.from(packTrack([way])).toString('base64'), pointCount: way.length }
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
            routes: [{ content: { type: 'CYCLING', name: 'Inline way', description: '<p>By bike</p>', ...packed } }],
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
    const { input, completed, page } = await builder.build(account, {
      release: { kind: 'on-demand' },
      input: { request },
    })

    expect(codesOf(completed)).toEqual([
      ['html-left-out', 'Hostile'],
      ['image-unreadable', 'View'],
      ['reference-not-found', 'VANISHED'],
      ['route-gap', 'FAR'],
    ])
    expect(Object.fromEntries(completed.warnings.map(({ code, pointer }) => [code, pointer]))).toEqual({
      'html-left-out': '/guidebook/stages/1/texts/0',
      'image-unreadable': '/guidebook/stages/1/pois/0',
      'reference-not-found': '/guidebook/stages/2/routes/1',
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
    // Three parts of 200 points, about 11 m apart; the second is reversed, the gap before the third is not bridged.
    expect(third?.stats.distanceMetres).toBeGreaterThan(6_000)
    expect(third?.stats.distanceMetres).toBeLessThan(9_000)
    expect(third?.accommodations).toMatchObject([{ name: 'Inline inn', image: page.cover }])
    expect(await textOfPdf(store, completed)).toContain('Made to order')

    const stored = stubs.stored.get(input.release.key)?.guidebook
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

  test('has a main way and alternatives, by the roles and positions of its routes', async () => {
    const { stubs, store } = builder.fixture
    const account = randomUUID()
    const keep = inAccount(stubs, account)
    keep(aRoute('MAIN', line(46, 10, 300), stubs.tracks))
    keep(aRoute('VARIANT', line(46, 10, 400), stubs.tracks))
    keep(aRoute('LOOP', line(46.02, 10, 100), stubs.tracks))
    const route = (customId: string, role?: 'alternative') => ({
      libraryReference: { libraryCustomId: 'LIB', customId },
      ...(role && { role }),
    })
    const routes = [route('MAIN'), route('VARIANT', 'alternative'), route('LOOP')]
    const { input, completed, page } = await builder.build(account, {
      release: { kind: 'on-demand' },
      input: { request: aRequest({ guidebook: { title: 'Two ways', stages: [{ number: 1, title: 'Day', routes }] } }) },
    })
    expect(codesOf(completed)).toEqual([['route-is-alternative', 'LOOP']])
    const [stage] = page.stages
    expect(stage?.stats.distanceMetres).toBe(11_100)
    expect(stage?.routes.map(({ name }) => name)).toEqual(['Route MAIN'])
    expect(stage?.alternatives?.map(({ name, gpx }) => [name, gpx?.fit])).toEqual([
      ['Route VARIANT', '01-alternative-1-route-variant.fit'],
      ['Route LOOP', '01-alternative-2-route-loop.fit'],
    ])
    const { courses = [] } = completed.artifacts.gpx ?? {}
    expect(courses.map(({ name }) => name)).toContain('01-alternative-2-route-loop.tcx')
    const fit = courses.find(({ name }) => name === '01-day.fit')
    expect((await store.read(fit?.key ?? '')).toString('latin1', 8, 12)).toBe('.FIT')
    const stored = stubs.stored.get(input.release.key)?.guidebook
    expect(stored?.stages[0]?.routes.map(({ role }) => role)).toEqual([undefined, 'alternative', undefined])
  })

  test('keeps the figures that the account overrides for the parts of a group', async () => {
    const { stubs } = builder.fixture
    const account = randomUUID()
    const keep = inAccount(stubs, account)
    const way = aRoute('WAY', line(46, 10, 300), stubs.tracks)
    keep({ ...way, attributes: { ...way.attributes, time: '6' } })
    keep(aRoute('NEXT', line(46.03, 10, 200), stubs.tracks))
    const stage = (number: number, ...customIds: string[]) => {
      const parts = customIds.map((customId) => ({ libraryCustomId: 'LIB', customId }))
      return { number, title: `Day ${number}`, routes: [{ group: { name: 'Joined', parts } }] }
    }
    const stages = [stage(1, 'WAY'), stage(2, 'WAY', 'NEXT')]
    const { page } = await builder.build(account, {
      release: { kind: 'on-demand' },
      input: { request: aRequest({ guidebook: { title: 'Six hours', stages } }) },
    })
    expect(page.stages.map(({ stats }) => stats.durationSeconds)).toEqual([21_600, 36_000])
  })

  test('takes title and cover from its template, and warns that translation is not configured', async () => {
    const { stubs } = builder.fixture
    const account = randomUUID()
    const cover = await builder.fixture.keepImage(await photograph(10))
    const template = aGuidebook(stubs, account, cover)
    const { input, completed, page } = await builder.build(account, {
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
    expect(stubs.stored.get(input.release.key)?.guidebook.stages).toMatchObject([{ titles: { de: 'Zum Pass' } }])
  })

  test('keeps its title when its template is gone', async () => {
    const { completed, page } = await builder.build(randomUUID(), {
      release: { kind: 'on-demand', title: 'Over the passes' },
      input: {
        guidebook: { id: randomUUID() },
        request: aRequest({ guidebook: { stages: [{ number: 1, title: 'To the pass' }] } }),
      },
    })
    expect(page.title).toBe('Over the passes')
    expect(codesOf(completed)).toEqual([['template-missing', null]])
  })

  test('without any route still has a page and a roadbook', async () => {
    const { completed, page } = await builder.build(randomUUID(), {
      release: { kind: 'on-demand' },
      input: { request: aRequest() },
    })
    expect(page.stages).toMatchObject([{ map: null, profile: null, gpx: null, stats: { distanceMetres: null } }])
    expect(completed.artifacts).toMatchObject({ gpx: null, pdf: { pages: expect.any(Number) } })
  })
})

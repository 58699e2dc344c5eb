import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aGuidebook, aPoi, aText, inAccount } from '../fixtures.ts'
import { codesOf, textOfPdf } from '../read-artifacts.ts'
import { aBuilder } from './building.ts'

const builder = aBuilder()

describe('a customized release', () => {
  const reference = (externalId: string) => ({ externalId, libraryExternalId: 'LIB' })
  const stay = (externalId: string, arrivalDate: string | null, comment: string | null = null) => ({
    ...reference(externalId),
    arrivalDate,
    departureDate: null,
    comment,
  })

  test('adds its accommodations, texts and assets to a copy of the guidebook, and warns about missing ones', async () => {
    const { stubs, store } = builder.fixture
    const account = randomUUID()
    const guidebook = aGuidebook(stubs, account)
    const keep = inAccount(stubs, account)
    const dayTwo = keep(aPoi('HOTEL-2', 46.3, 10, 'hotel'))
    const anywhere = keep(aPoi('HOTEL-X', 40, 10, 'hotel'))
    const arrival = keep(aPoi('HOTEL-END', 46.14, 10, 'hotel'))
    const text = keep(aText('EXTRA'))
    const asset = keep(aPoi('ASSET', 46.1, 10.1))
    const { input, completed, page } = await builder.build(account, {
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
      ['accommodation-gap', 'HOTEL-X'],
      ['reference-not-found', 'ASSET-GONE'],
      ['reference-not-found', 'HOTEL-GONE'],
      ['reference-not-found', 'TEXT-GONE'],
    ])
    expect(completed.warnings.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/accommodation/1/arrivalDate',
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

    const stored = stubs.stored.get(input.release.key)
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
    expect(stubs.calls.get('resolveReferences')).toBe(1)
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aGuidebook, aPoi, aRequest, aRoute, inAccount, line } from '../fixtures.ts'
import { codesOf } from '../read-artifacts.ts'
import { aBuilder } from './building.ts'

const builder = aBuilder()

describe('an item that a release was bound to', () => {
  test('is shown by a customized release, not the item that has its custom ID now; a deleted one is missing', async () => {
    const { stubs } = builder.fixture
    const account = randomUUID()
    const guidebook = aGuidebook(stubs, account)
    const keep = inAccount(stubs, account)
    const booked = keep(aPoi('RENAMED', 46.3, 10, 'hotel'))
    keep(aPoi('HOTEL', 46.3, 10, 'hotel'))
    keep(aPoi('DELETED', 46.3, 10, 'hotel'))
    const stay = { libraryExternalId: 'LIB', arrivalDate: null, departureDate: null, comment: null }
    const { completed, page } = await builder.build(account, {
      release: { kind: 'customized' },
      input: {
        guidebook: { id: guidebook.id },
        accommodation: [
          { ...stay, externalId: 'HOTEL', item: booked.id },
          { ...stay, externalId: 'DELETED', item: randomUUID() },
        ],
      },
    })
    const stays = [...page.accommodations, ...page.stages.flatMap(({ accommodations }) => accommodations)]
    expect(stays.map(({ name }) => name)).toEqual(['Place RENAMED'])
    expect(codesOf(completed)).toEqual([['reference-not-found', 'DELETED']])
  })

  test('is shown by an on-demand release, also as a part of a route and beside its successor', async () => {
    const { stubs } = builder.fixture
    const account = randomUUID()
    const keep = inAccount(stubs, account)
    const bound = keep(aRoute('OLD', line(47, 10, 200), stubs.tracks))
    keep(aRoute('WAY', line(46, 10, 200), stubs.tracks))
    const named = { libraryCustomId: 'LIB', customId: 'WAY' }
    const request = aRequest({
      guidebook: {
        title: 'Bound',
        stages: [
          {
            number: 1,
            routes: [
              { libraryReference: { ...named, item: bound.id } },
              { libraryReference: named },
              { group: { name: 'Joined', parts: [{ ...named, item: bound.id }] } },
            ],
          },
        ],
      },
    })
    const { input } = await builder.build(account, { release: { kind: 'on-demand' }, input: { request } })
    const [stage] = stubs.stored.get(input.release.key)?.guidebook.stages ?? []
    expect(stage?.routes[0]).toEqual({ id: bound.id })
    expect(stage?.routes[1]).not.toEqual({ id: bound.id })
    const track = Buffer.from(stubs.tracks.get(bound.id) ?? [])
    expect(stage?.routes[2]).toMatchObject({ item: { names: { en: 'Joined' }, track: track.toString('base64') } })
  })
})

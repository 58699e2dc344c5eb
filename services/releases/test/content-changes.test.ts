import type { MessageData } from '@guidebook/contracts'
import { copyRows, eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { pageSize } from '../src/builds/rebuild-pages.ts'
import { type Fixture, it } from './fixture.ts'
import { addGuidebook, addItem } from './neighbours.ts'
import type { Partner } from './partner.ts'

let fixture: Fixture
let asked: { data: MessageData<'release.build-requested.v1'> }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set('2026-07-10T12:00:00Z')
  asked = await fixture.bus.hear('builder', 'release.build-requested.v1')
})

const named = (customId: string) => ({ libraryCustomId: 'LIB', customId })
const stays = (...ids: string[]) => ({
  accommodation: ids.map((externalId) => ({ externalId, libraryExternalId: 'LIB' })),
})

describe('a changed item', () => {
  const buildsOf = (ids: readonly number[]) =>
    asked.filter(({ data }) => ids.includes(data.release) && data.generation > 1).map(({ data }) => data.release)

  it('is built again for the live releases that name it, once for each announcement', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    const hotel = addItem(fixture.neighbours, account, 'poi', 'H-1')
    const route = addItem(fixture.neighbours, account, 'route', 'R-1')
    addItem(fixture.neighbours, account, 'poi', 'H-2')
    const inGroup = {
      guidebook: { stages: [{ number: 1, routes: [{ group: { name: 'G', parts: [named('R-1')] } }] }] },
    }
    const byLink = { guidebook: { stages: [{ number: 1, pois: [{ libraryReference: { link: hotel.id } }] }] } }
    const publish = { startDate: '2026-08-01' }
    const live = [
      await operator.release(stays('H-1')),
      await operator.onDemand({ booking: { accommodation: [{ libraryReference: named('H-1') }] } }),
      await operator.onDemand(byLink),
      await operator.onDemand({ ...inGroup, publish, booking: { arrivalDate: undefined, departureDate: undefined } }),
    ]
    const dates = { arrivaldate: undefined, departuredate: undefined }
    const ended = { ...dates, startdate: '2026-07-01', enddate: '2026-07-09' }
    const others = [
      await operator.release({ ...ended, ...stays('H-1') }),
      await operator.release(stays('H-2')),
      await operator.release(),
      await operator.onDemand(),
    ]
    const disabled = await operator.release(stays('H-1'))
    await operator.patch(operator.path(disabled, '/disabled/1'))
    const revoked = await operator.release({ ...dates, ...stays('H-1'), startdate: '2026-08-01' })
    await operator.delete(operator.path(revoked))

    const all = [...live, ...others, disabled, revoked].map(({ id }) => id)
    const tell = (version: number, ...ids: string[]) =>
      fixture.bus.send('content.changed.v1', { account, version, ids })
    await tell(2, hotel.id, route.id)
    await eventually(() => buildsOf(all).length >= 4)
    // The same announcement again, another part of it, and an earlier one that is late.
    await tell(2, hotel.id, route.id)
    await tell(2, route.id)
    await tell(1, hotel.id)
    await tell(3, hotel.id)
    await eventually(() => buildsOf(all).length >= 7)
    const [one, two, three, part] = live.map(({ id }) => id)
    expect(buildsOf(all).toSorted()).toEqual([one, one, two, two, three, three, part].toSorted())
    const { body } = await operator.get(operator.path(live[0] ?? { link: '' }, '/audit'))
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
      'content.changed',
      'content.changed',
      'release.created',
    ])

    // What was missed while it was disabled is built when it is enabled.
    await operator.patch(operator.path(disabled, '/disabled/0'))
    await eventually(() => buildsOf([disabled.id]).length === 1)
  })

  it('of more releases than a page holds is built again for all of them', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    const hotel = addItem(fixture.neighbours, account, 'poi', 'H-1')
    const release = await operator.release(stays('H-1'))
    const id = '2000000 + n'
    const [key, link] = ['gen_random_uuid()', "'other copy' || n"]
    await copyRows(fixture.database, 'releases', { id: release.id }, pageSize, { id, key, link })
    await copyRows(fixture.database, 'used_items', { release_id: release.id }, pageSize, { release_id: id })
    await fixture.bus.send('content.changed.v1', { account, version: 1, ids: [hotel.id] })
    await eventually(
      () => asked.filter(({ data }) => data.account === account && data.generation === 2).length === pageSize + 1,
    )
    const unfinished = await fixture.database.knex('builds').where({ account, state: 'running' })
    expect(unfinished).toHaveLength(pageSize + 1)
  })

  it('of one account is built again while changes of another account wait', async () => {
    const [busy, other] = [fixture.newPartner(), fixture.newPartner()]
    const hotelOf = ({ account }: Partner) => addItem(fixture.neighbours, account.id, 'poi', 'H-1').id
    const [busyHotel, otherHotel] = [hotelOf(busy), hotelOf(other)]
    const [waiting, release] = [await busy.release(stays('H-1')), await other.release(stays('H-1'))]
    const tell = ({ account }: Partner, version: number, hotel: string) =>
      fixture.bus.send('content.changed.v1', { account: account.id, version, ids: [hotel] })
    await fixture.database.transaction(async (trx) => {
      await trx('releases').where({ account: busy.account.id, id: waiting.id }).select('id').forUpdate()
      for (let version = 1; version <= 6; version++) await tell(busy, version, busyHotel)
      await tell(other, 1, otherHotel)
      await eventually(() => buildsOf([release.id]).length === 1)
    })
    await eventually(() => buildsOf([waiting.id]).length > 0)
  })

  it('that is a template is built again for its on-demand releases', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    const template = addGuidebook(fixture.neighbours, account, 'TEMPLATE')
    const release = await operator.onDemand({ metadata: { guidebookTemplateCustomId: 'TEMPLATE' } })
    await fixture.bus.send('content.changed.v1', { account, version: 1, ids: [template.id] })
    await eventually(() => buildsOf([release.id]).length === 1)
  })

  it('in an invalid message does not delay others', async () => {
    await fixture.bus.sendRaw('content.changed.v1', Buffer.from('nonsense'))
    await fixture.bus.deadLetters('releases', 'content.changed.v1', 1)
  })
})

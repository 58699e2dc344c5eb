import type { MessageData } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, it, png } from './fixture.ts'
import type { Partner } from './partner.ts'

let fixture: Fixture
let me: Partner
let heard: { data: MessageData<'content.changed.v1'> }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  heard = await fixture.bus.hear('releases', 'content.changed.v1')
  me = fixture.newPartner()
  await me.library()
})

const announcementsOf = (id: string) => heard.map(({ data }) => data).filter(({ ids }) => ids.includes(id))
const none = async () =>
  (await fixture.database.knex('item_changes').where({ account: me.account }).first('id')) === undefined

describe('a change of an item', () => {
  it('is announced once for any number of changes, with those of other items of the account', async () => {
    const { body: poi } = await me.poi('busy')
    const { body: text } = await me.text('busy-text')
    const { body: route } = await me.route('busy-route')
    const named = { account: me.account, library: { customId: 'LIB' } }
    await fixture.announcedTogether(() =>
      Promise.all([
        ...[10, 11, 12].map((lat) => me.patch(`/content/geodata/poi/${poi.id}`, { lat })),
        me.put('/content/geodata/poi', { ...named, customId: 'busy', names: { en: 'Renamed' } }),
        me.put('/content/geodata/text', { ...named, customId: 'busy-text', imageBase64: png }),
        me.put(`/content/geodata/route/${route.id}`, { account: me.account, imageBase64: png }),
      ]),
    )
    await eventually(() => [poi, text, route].every(({ id }) => announcementsOf(id).length > 0))
    await eventually(none)
    for (const { id } of [poi, text, route]) {
      expect(announcementsOf(id)).toHaveLength(1)
      expect(announcementsOf(id)[0]?.account).toBe(me.account)
    }
  })

  it('after the announcement is announced again, with a higher number', async () => {
    const { body: poi } = await me.poi('twice')
    for (const [index, change] of [{ lat: 1 }, { imageBase64: png }].entries()) {
      await me.patch(`/content/geodata/poi/${poi.id}`, change)
      await eventually(() => announcementsOf(poi.id).length === index + 1)
    }
    const [first, second] = announcementsOf(poi.id)
    expect(second?.version).toBeGreaterThan(first?.version ?? 0)
  })

  it('that changes nothing, or only what no release shows, is not announced', async () => {
    const { body: poi } = await me.poi('quiet')
    await me.patch(`/content/geodata/poi/${poi.id}`, { lat: poi.lat })
    await me.patch(`/content/geodata/${poi.id}/externalid`, { value: 'quieter' })
    const labels = { category: { names: { en: 'Huts' } }, tags: [{ names: { en: 'overnight' } }] }
    const { body: labelled } = await me.patch(`/content/geodata/poi/${poi.id}`, labels)
    expect(labelled).toMatchObject({ ...labels, version: 3 })
    const { body: route } = await me.route('quiet-route')
    const wanted = { account: me.account, customId: 'quieter-route' }
    const { body: renamed } = await me.put(`/content/geodata/route/${route.id}`, wanted)
    expect(renamed).toMatchObject({ customId: 'quieter-route', version: 2 })
    const inRed = { account: me.account, color: 'cc0000' }
    const { body: red } = await me.put(`/content/geodata/route/${route.id}`, inRed)
    expect(red).toMatchObject({ color: 'cc0000', version: 3 })
    const moved = { remark: 'for insiders', library: { customId: await me.library('QUIET-LIB') } }
    const { body: inOther } = await me.put(`/content/geodata/route/${route.id}`, { account: me.account, ...moved })
    expect(inOther).toMatchObject({ ...moved, version: 4 })
    const { body: book } = await me.guidebook('QUIET-BOOK', { generalInfo: [{ link: poi.id }] })
    const sent = { account: me.account, titles: { en: 'Book' }, generalInfo: [{ link: poi.id }] }
    const { body: named } = await me.put('/content/guidebook/QUIET-BOOK', { ...sent, customId: 'QUIETER-BOOK' })
    expect(named).toMatchObject({ customId: 'QUIETER-BOOK', generalInfo: [{ link: poi.id }], version: 2 })
    // An announcement of the others would come before this one, or with it.
    const { body: last } = await me.poi('last')
    await me.patch(`/content/geodata/poi/${last.id}`, { lat: 1 })
    await eventually(() => announcementsOf(last.id).length === 1)
    expect([poi, route, book].flatMap(({ id }) => announcementsOf(id))).toEqual([])
  })
})

it('the deletion of an item is announced, because releases may name it without a guidebook', async () => {
  const { body: poi } = await me.poi('deleted')
  expect((await me.delete(`/content/geodata/${poi.id}`)).status).toBe(204)
  await eventually(() => announcementsOf(poi.id).length === 1)
})

it('a change of a guidebook itself is announced, and a change of its items only for the items', async () => {
  const { body: poi } = await me.poi('in-book')
  const { body: book } = await me.guidebook('BOOK-OF-CONTENT', { generalInfo: [{ link: poi.id }] })
  await me.patch(`/content/geodata/poi/${poi.id}`, { lat: 7 })
  await eventually(() => announcementsOf(poi.id).length === 1)
  expect(announcementsOf(book.id)).toEqual([])
  await me.put('/content/guidebook/BOOK-OF-CONTENT', { account: me.account, titles: { en: 'New' } })
  await eventually(() => announcementsOf(book.id).length === 1)
})

it('a change of only the stages of a guidebook is not announced to releases whose template it is', async () => {
  const { body: book } = await me.guidebook('TEMPLATE')
  const wanted = { account: me.account, titles: { en: 'Book' }, stages: [{ number: 1 }] }
  expect((await me.put('/content/guidebook/TEMPLATE', wanted)).body.version).toBe(2)
  // An announcement of the guidebook would come before this one, or with it.
  const { body: last } = await me.poi('after-template')
  await me.patch(`/content/geodata/poi/${last.id}`, { lat: 1 })
  await eventually(() => announcementsOf(last.id).length === 1)
  expect(announcementsOf(book.id)).toEqual([])
})

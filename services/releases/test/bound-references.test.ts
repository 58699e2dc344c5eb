import { randomUUID } from 'node:crypto'
import type { BuildInput, MessageData, ReleaseRequest } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addGuidebook, addItem } from './neighbours.ts'
import { onDemandRequest, type Partner, releaseRequest } from './partner.ts'

let fixture: Fixture
let settled: { data: MessageData<'release.create-settled.v1'> }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
  settled = await fixture.bus.hear('importer', 'release.create-settled.v1')
})

const read = async (link: string, generation = 1) =>
  await fixture.asService('builder').get(`/internal/releases/${link}/build-input?generation=${generation}`)
const inputOf = async (link: string, generation = 1): Promise<BuildInput> => (await read(link, generation)).body
const entry = (externalId: string) => ({ externalId, libraryExternalId: 'LIB' })
const named = (customId: string) => ({ libraryCustomId: 'LIB', customId })
const forget = (link: string) =>
  fixture.database
    .knex('used_items')
    .whereRaw('release_id in (select release_id from release_links where link = ?)', [link])
    .delete()

/** Another item gets the custom ID. */
function reassign(partner: Partner, item: ReturnType<typeof addItem>) {
  const { customId } = item
  item.customId = `${customId}-old`
  return addItem(fixture.neighbours, partner.account.id, item.kind, customId)
}

describe('what a release names', () => {
  it('is the item that had the custom ID when a customized release was requested', async () => {
    const operator = fixture.newPartner()
    const add = (kind: 'poi' | 'text', customId: string) =>
      addItem(fixture.neighbours, operator.account.id, kind, customId)
    const [hotel, page, asset] = [add('poi', 'H-1'), add('text', 'T-1'), add('poi', 'A-1')]
    const release = await operator.release({
      accommodation: [entry('H-1'), entry('NONE')],
      text: [entry('T-1')],
      additionalAssets: [{ type: 'GEO', ...entry('A-1') }],
    })
    for (const item of [hotel, page, asset]) reassign(operator, item)
    await operator.post(operator.path(release, '/build'))
    const { accommodation, texts, assets } = await inputOf(release.link, 2)
    expect(accommodation.map(({ externalId, item }) => [externalId, item])).toEqual([
      ['H-1', hotel.id],
      ['NONE', undefined],
    ])
    expect(texts).toEqual([{ ...entry('T-1'), item: page.id }])
    expect(assets).toEqual([{ type: 'GEO', ...entry('A-1'), item: asset.id }])
    const { body } = await operator.get(operator.path(release))
    expect(body.accommodation.map(({ externalId }: { externalId: string }) => externalId)).toEqual(['H-1', 'NONE'])
  })

  it('is the item that had the custom ID when an on-demand release was requested, also as a part of a route', async () => {
    const operator = fixture.newPartner()
    const add = (kind: 'route' | 'poi', customId: string) =>
      addItem(fixture.neighbours, operator.account.id, kind, customId)
    const [hotel, route, linked] = [add('poi', 'H-1'), add('route', 'R-1'), add('route', 'R-2')]
    const release = await operator.onDemand({
      booking: { accommodation: [{ libraryReference: named('H-1') }] },
      guidebook: {
        stages: [
          {
            number: 1,
            routes: [
              { libraryReference: named('R-1') },
              { group: { name: 'Both', parts: [named('R-1')] } },
              { libraryReference: { link: linked.id } },
            ],
            pois: [{ libraryReference: named('H-1') }],
          },
        ],
      },
    })
    for (const item of [hotel, route, linked]) reassign(operator, item)
    const { request } = await inputOf(release.link)
    expect(request?.booking?.accommodation?.[0]?.libraryReference).toEqual({ ...named('H-1'), item: hotel.id })
    expect(request?.guidebook.stages[0]).toMatchObject({
      routes: [
        { libraryReference: { ...named('R-1'), item: route.id } },
        { group: { parts: [{ ...named('R-1'), item: route.id }] } },
        { libraryReference: { link: linked.id } },
      ],
      pois: [{ libraryReference: { ...named('H-1'), item: hotel.id } }],
    })
  })

  it('is what a change of the accommodations names then; other parts of the release keep their items', async () => {
    const operator = fixture.newPartner()
    const hotel = addItem(fixture.neighbours, operator.account.id, 'poi', 'H-1')
    const release = await operator.onDemand({
      booking: { accommodation: [{ libraryReference: named('H-1') }] },
      guidebook: { stages: [{ number: 1, pois: [{ libraryReference: named('H-1') }] }] },
    })
    const newHotel = reassign(operator, hotel)
    const put = (key?: string) =>
      operator.put(
        operator.path(release, '/accommodation'),
        { assets: [entry('H-1')] },
        key === undefined ? {} : { 'idempotency-key': key },
      )
    expect((await put('once')).status).toBe(200)
    const { request } = await inputOf(release.link, 2)
    expect(request?.booking?.accommodation?.[0]?.libraryReference).toMatchObject({ item: newHotel.id })
    expect(request?.guidebook.stages[0]?.pois?.[0]?.libraryReference).toMatchObject({ item: hotel.id })

    // A repeat means what it meant; the same request again means the items of today.
    reassign(operator, newHotel)
    await put('once')
    expect((await read(release.link, 3)).status).toBe(409)
    await put()
    expect((await inputOf(release.link, 3)).request?.booking?.accommodation?.[0]?.libraryReference).not.toMatchObject({
      item: newHotel.id,
    })
  })

  it('is bound again by an update of an on-demand release', async () => {
    const operator = fixture.newPartner()
    const route = addItem(fixture.neighbours, operator.account.id, 'route', 'R-1')
    const guidebook = { stages: [{ number: 1, routes: [{ libraryReference: named('R-1') }] }] }
    const release = await operator.onDemand({ guidebook })
    const newRoute = reassign(operator, route)
    const metadata = { operatorCode: release.downloadCode }
    await operator.put('/content/release/ondemand', onDemandRequest(operator.account.oid, { metadata, guidebook }))
    const { request } = await inputOf(release.link, 2)
    expect(request?.guidebook.stages[0]?.routes?.[0]?.libraryReference).toMatchObject({ item: newRoute.id })
  })

  it('stays the same when an import repeats or changes its row', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    const hotel = addItem(fixture.neighbours, account, 'poi', 'H-1')
    const fields = { downloadCode: 4_711, accommodation: [entry('H-1')] }
    const order = async (changed: object) => {
      const commandId = randomUUID()
      const request = releaseRequest(account, { ...fields, ...changed }) as ReleaseRequest
      await fixture.bus.send('release.create-requested.v1', { account, commandId, onExistingCode: 'change', request })
      return (await eventually(() => settled.find(({ data }) => data.commandId === commandId))).data
    }
    const { link } = await order({})
    reassign(operator, hotel)
    const [guidebook] = fixture.neighbours.guidebooks.filter((one) => one.account === account)
    if (guidebook === undefined) throw new Error('a partner has a guidebook')
    guidebook.customId = 'GB-1-old'
    addGuidebook(fixture.neighbours, account, 'GB-1', { en: 'Another trip' })
    expect((await order({})).status).toBe('unchanged')
    expect((await order({ devices: 5 })).status).toBe('changed')
    const input = await inputOf(link ?? '', 2)
    expect(input.accommodation).toMatchObject([{ item: hotel.id }])
    expect(input.guidebook).toEqual({ id: guidebook.id })
    // Another name is bound to the item of today.
    const other = addItem(fixture.neighbours, account, 'poi', 'H-2')
    expect((await order({ devices: 5, accommodation: [entry('H-2')] })).status).toBe('changed')
    expect((await inputOf(link ?? '', 3)).accommodation).toContainEqual(expect.objectContaining({ item: other.id }))
  })

  it('of releases from before is bound when they are built, and of names that meant nothing then', async () => {
    const operator = fixture.newPartner()
    const account = operator.account.id
    const hotel = addItem(fixture.neighbours, account, 'poi', 'H-1')
    const release = await operator.release({ accommodation: [entry('H-1'), entry('LATE')] })
    const linked = addItem(fixture.neighbours, account, 'route', 'R-1')
    const onDemand = await operator.onDemand({
      booking: { accommodation: [{ libraryReference: named('H-1') }] },
      guidebook: { stages: [{ number: 1, routes: [{ libraryReference: { link: linked.id } }] }] },
    })
    await forget(release.link)
    await forget(onDemand.link)
    await inputOf(release.link)
    await inputOf(onDemand.link)
    reassign(operator, hotel)
    const late = addItem(fixture.neighbours, account, 'poi', 'LATE')
    expect((await inputOf(release.link)).accommodation).toMatchObject([{ item: hotel.id }, { item: late.id }])
    expect((await inputOf(onDemand.link)).request?.booking?.accommodation).toMatchObject([
      { libraryReference: { item: hotel.id } },
    ])
    const usedBy = async ({ id }: { id: number }) => {
      const [row] = await fixture.database.knex('used_items').where({ account, release_id: id })
      return row.item_ids.toSorted()
    }
    expect(await usedBy(release)).toEqual([hotel.id, late.id].toSorted())
    expect(await usedBy(onDemand)).toEqual([hotel.id, linked.id].toSorted())
    const before = fixture.neighbours.resolveRequests
    await inputOf(release.link)
    expect(fixture.neighbours.resolveRequests).toBe(before)
  })

  it('is not mixed with that of a newer build', async () => {
    const operator = fixture.newPartner()
    addItem(fixture.neighbours, operator.account.id, 'poi', 'H-1')
    const release = await operator.release({ accommodation: [entry('H-1')] })
    const { knex } = fixture.database
    const changing = await knex.transaction()
    let reading: ReturnType<typeof read> | undefined
    try {
      // The builder's request has read the release and waits for its bindings.
      await changing.raw('lock table used_items in access exclusive mode')
      reading = read(release.link)
      await eventually(async () => {
        const { rows } = await knex.raw(
          `select from pg_locks where relation = cast('used_items' as regclass) and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        )
        return rows.length > 0
      })
      await changing('releases').where({ id: release.id }).update({ generation: 2 })
    } finally {
      await changing.commit()
    }
    const answer = await reading
    expect([answer?.status, answer?.body.code]).toEqual([409, 'generation-superseded'])
  })

  it('is never an item of another account', async () => {
    const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
    const foreign = addItem(fixture.neighbours, other.account.id, 'poi', 'H-1')
    const release = await operator.release({ accommodation: [entry('H-1')] })
    const refused = await operator.post(
      '/content/release/ondemand',
      onDemandRequest(operator.account.oid, {
        guidebook: { stages: [{ number: 1, pois: [{ libraryReference: { link: foreign.id } }] }] },
      }),
    )
    expect([refused.status, refused.body.code]).toEqual([422, 'reference-not-found'])
    expect((await inputOf(release.link)).accommodation[0]).not.toHaveProperty('item')
  })
})

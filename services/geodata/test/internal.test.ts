import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BodyOf, ImageRef } from '@guidebook/contracts'
import { operations } from '@guidebook/contracts'
import { packTrack, unpackTrack } from '@guidebook/route-geometry'
import type { InternalClient } from '@guidebook/service-kit'
import { copyRows, eventually } from '@guidebook/service-kit/test'
import { beforeAll, describe, expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'
import { type Partner, twoPoints } from './partner.ts'

let fixture: Fixture
let me: Partner
let builder: InternalClient
const ids = { route: '', poi: '', text: '' }
it.beforeAll(async ({ shared }) => {
  fixture = shared
  builder = fixture.clientOf('builder')
  me = fixture.newPartner()
  await me.library()
  ids.route = (await me.route('R', { attributes: { time: '3' }, icon: { name: 'hiking' } })).body.id
  ids.poi = (await me.poi('P')).body.id
  ids.text = (await me.text('T')).body.id
})

describe('references', () => {
  it('are resolved in order; missing items, items of another kind and of another account are null', async () => {
    const otherPartner = fixture.newPartner()
    await otherPartner.library('FOREIGN')
    const { body: foreign } = await otherPartner.poi('X', { library: { customId: 'FOREIGN' } })
    const { body } = await builder.call(operations.resolveReferences, {
      body: {
        account: me.account,
        references: [
          { libraryCustomId: 'LIB', customId: 'P' },
          { link: ids.route },
          { link: ids.route, kind: 'poi' },
          { link: 'nothing' },
          { libraryCustomId: 'LIB', customId: 'T', kind: 'text' },
          { link: foreign.id },
          { libraryCustomId: 'FOREIGN', customId: 'X' },
          { libraryCustomId: 'LIB', customId: 'P' },
        ],
      },
    })
    expect(body.results.map((result) => result?.id ?? null)).toEqual([
      ids.poi,
      ids.route,
      null,
      null,
      ids.text,
      null,
      null,
      ids.poi,
    ])
    expect(body.results[0]).toEqual({
      id: ids.poi,
      kind: 'poi',
      customId: 'P',
      library: 'LIB',
    })
  })

  it('of 20,000 items are resolved in one request', async () => {
    const references = Array.from({ length: 20_000 }, (_, index) => ({ libraryCustomId: 'LIB', customId: `P${index}` }))
    references[7] = { libraryCustomId: 'LIB', customId: 'P' }
    const { body } = await builder.call(operations.resolveReferences, { body: { account: me.account, references } })
    expect(body.results.map((result, index) => (result ? index : -1)).filter((index) => index >= 0)).toEqual([7])
  })

  it('are resolved for services only', async () => {
    const asked = me.post('/internal/references/resolve', { account: me.account, references: [] })
    expect((await asked).status).toBe(403)
  })
})

describe('what the builder reads', () => {
  it('are items with their effective figures, without unknown ones', async () => {
    const otherPartner = fixture.newPartner()
    const wanted = [ids.route, ids.text, 'nothing', randomUUID()]
    const { body } = await builder.call(operations.readItemContents, { body: { account: me.account, ids: wanted } })
    expect(body.items.map(({ id }) => id).sort()).toEqual([ids.route, ids.text].sort())
    expect(body.items.find(({ id }) => id === ids.route)).toMatchObject({
      kind: 'route',
      library: 'LIB',
      icon: 'hiking',
      attributes: { time: '3' },
      calculated: { time: '0.01' },
      pointCount: 2,
    })
    const { body: foreign } = await builder.call(operations.readItemContents, {
      body: { account: otherPartner.account, ids: wanted },
    })
    expect(foreign.items).toEqual([])
  })

  it('is a packed track of the account', async () => {
    const track = (account: string) =>
      builder.stream(operations.readTrack, { params: { item_id: ids.route }, query: { account } })
    expect(unpackTrack(await buffer(await track(me.account)))).toEqual([twoPoints])
    await expect(track(randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is a guidebook that the account created; many are found in one request', async () => {
    await me.guidebook('BOOK', { stages: [{ number: 1, routes: [{ link: ids.route }], pois: [{ link: ids.poi }] }] })
    const releases = fixture.clientOf('releases')
    const otherPartner = fixture.newPartner()
    await otherPartner.guidebook('OTHER', {})
    const { body: answer } = await releases.call(operations.findGuidebooks, {
      body: {
        questions: [
          { account: me.account, customId: 'NONE' },
          { account: otherPartner.account, customId: 'OTHER' },
          { account: me.account, customId: 'BOOK' },
          { account: otherPartner.account, customId: 'BOOK' },
          { account: me.account, customId: 'BOOK' },
        ],
      },
    })
    const [none, other, found, foreignBook, again] = answer.results
    expect([none, foreignBook]).toEqual([null, null])
    expect(found).toMatchObject({ customId: 'BOOK', titles: { en: 'Book' }, version: 1 })
    expect(again).toEqual(found)
    expect(other).toMatchObject({ customId: 'OTHER' })
    const { body } = await builder.call(operations.readGuidebookContent, {
      params: { guidebook_id: found?.id ?? '' },
      query: { account: me.account },
    })
    expect(body.stages).toMatchObject([{ number: 1, routes: [{ id: ids.route }], pois: [{ id: ids.poi }], texts: [] }])
    const foreign = { params: { guidebook_id: found?.id ?? '' }, query: { account: randomUUID() } }
    await expect(builder.call(operations.readGuidebookContent, foreign)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('content that is too large for one response', () => {
  /** As the builder waits for contents. */
  const deadlineMs = 20_000
  let author: Partner
  beforeAll(async () => {
    author = fixture.newPartner()
    await author.library()
  })
  const mebibyte = 1024 * 1024
  /** Almost 1 MiB, only with SOAK: a response of 32 MiB takes seconds. */
  const descriptions = Object.fromEntries(
    ['de', 'en', 'fr', 'it', 'sl'].map((lang) => [lang, 'x'.repeat(process.env.SOAK === undefined ? 10 : 200_000)]),
  )
  /** Makes the names or all texts of an item as large as this, with spaces after the JSON, which are stored and counted, but not sent. */
  const fill = (id: string, column: 'names' | 'descriptions', bytes: number) => {
    const size = column === 'names' ? 'name_bytes' : 'text_bytes'
    return fixture.database.knex.raw(
      `update items set ${column} = cast(cast(${column} as text) || repeat(' ', cast(:bytes as integer) - ${size}) as json)
        where account = :account and id = :id`,
      { account: author.account, id, bytes },
    )
  }
  const contentOf = (id: string) =>
    builder.call(operations.readGuidebookContent, {
      params: { guidebook_id: id },
      query: { account: author.account },
      deadlineMs,
    })
  const itemsOf = (wanted: readonly string[]) =>
    builder.call(operations.readItemContents, { body: { account: author.account, ids: [...wanted] }, deadlineMs })
  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

  it('is refused for a guidebook that names a large text too often', async () => {
    const { body: text } = await author.text('often', { descriptions })
    const { body: book } = await author.guidebook('OFTEN', { generalInfo: times(32, { link: text.id }) })
    await fill(text.id, 'descriptions', mebibyte)
    expect((await contentOf(book.id)).body.generalInfo).toHaveLength(32)
    await fill(text.id, 'descriptions', mebibyte + 1)
    await expect(contentOf(book.id)).rejects.toMatchObject({
      status: 413,
      code: 'payload-too-large',
      detail: expect.stringContaining('32 MiB'),
    })
  })

  it('is refused for items, each counted once', async () => {
    const { body: text } = await author.text('large', { descriptions })
    await fill(text.id, 'descriptions', mebibyte)
    await copyRows(fixture.database, 'items', { account: author.account, id: text.id }, 32, {
      id: 'gen_random_uuid()',
      custom_id: `'large-' || n`,
    })
    const large: string[] = await fixture.database
      .knex('items')
      .where({ account: author.account })
      .whereLike('custom_id', 'large%')
      .pluck('id')
    expect((await itemsOf(times(2, large.slice(1)).flat())).body.items).toHaveLength(32)
    await expect(itemsOf(large)).rejects.toMatchObject({ status: 413, code: 'payload-too-large' })
  })

  it('is refused to the account when the names of the items are repeated too often', async () => {
    const { body: text } = await author.text('names')
    await fill(text.id, 'names', mebibyte)
    const stages = (texts: number) => [{ number: 1, titles: {}, texts: times(texts, { link: text.id }) }]
    const path = `/content/guidebook/${author.account}/NAMES`
    expect((await author.guidebook('NAMES', { stages: stages(16) })).status).toBe(201)
    expect((await author.get(path)).status).toBe(200)
    const refused = await author.guidebook('MORE-NAMES', { stages: stages(17) })
    expect([refused.status, refused.body.code]).toEqual([413, 'payload-too-large'])
    expect((await author.get(`/content/guidebook/${author.account}/MORE-NAMES`)).status).toBe(404)
    await fill(text.id, 'names', mebibyte + 1)
    const grown = await author.get(path)
    expect([grown.status, grown.body.detail]).toEqual([413, expect.stringContaining('16 MiB')])
    const replace = (texts: number, headers = {}) => {
      const body = { account: author.account, titles: { en: 'Book' }, stages: stages(texts) }
      return author.put('/content/guidebook/NAMES', body, headers)
    }
    expect((await replace(16)).status).toBe(413)
    expect((await replace(15, { 'if-match': '"stale"' })).status).toBe(412)
    expect((await replace(15)).status).toBe(200)
    expect((await author.get(path)).body.stages[0].texts).toHaveLength(15)
  })
})

describe('the guidebook of a release', () => {
  const image: ImageRef = { key: 'builder/a/i.jpg', sha256: 'ab', mediaType: 'image/jpeg', bytes: 5 }
  const segments = [twoPoints, [{ lat: 47, lon: 10 }]]
  const guidebook = (generation: number, poiName = 'Inn'): BodyOf<typeof operations.storeGuidebook> => ({
    account: me.account,
    release: 42,
    generation,
    customId: 'BOOK',
    titles: { en: `Trip ${generation}` },
    descriptions: {},
    cover: image,
    stages: [
      {
        number: 1,
        titles: {},
        routes: [
          { id: ids.route },
          {
            item: {
              kind: 'route',
              names: { en: 'Joined' },
              descriptions: {},
              image: null,
              color: null,
              icon: 'walking',
              track: Buffer.from(packTrack(segments)).toString('base64'),
            },
          },
        ],
        pois: [
          {
            item: {
              kind: 'poi',
              names: { en: poiName },
              descriptions: {},
              image,
              lat: 1,
              lng: 2,
              icon: 'hotel',
              attributes: { phone: '+41' },
            },
          },
        ],
        texts: [],
      },
    ],
    generalInfo: [{ item: { kind: 'text', names: {}, descriptions: { en: 'Hello' }, image: null } }],
  })
  const store = async (key: string, body = guidebook(1)) =>
    (await builder.call(operations.storeGuidebook, { params: { release_key: key }, body })).body.guidebook
  const read = async (id: string) =>
    (
      await builder.call(operations.readGuidebookContent, {
        params: { guidebook_id: id },
        query: { account: me.account },
      })
    ).body

  it('is stored with existing and generated items, and read like any other', async () => {
    const { id } = await store(randomUUID())
    const content = await read(id)
    expect(content).toMatchObject({ titles: { en: 'Trip 1' }, cover: image })
    const [stage] = content.stages
    expect(stage?.routes.map(({ id: itemId }) => itemId)[0]).toBe(ids.route)
    expect(stage?.routes[1]).toMatchObject({ names: { en: 'Joined' }, icon: 'walking', pointCount: 3, library: null })
    expect(stage?.pois[0]).toMatchObject({ names: { en: 'Inn' }, image, attributes: { phone: '+41' } })
    const track = await builder.stream(operations.readTrack, {
      params: { item_id: stage?.routes[1]?.id ?? '' },
      query: { account: me.account },
    })
    expect(unpackTrack(await buffer(track))).toEqual(segments)
  })

  it('is unchanged by the same generation, replaced by a higher one, and refuses a lower one', async () => {
    const key = randomUUID()
    const first = await store(key, guidebook(2))
    const itemsIn = async () => {
      const { rows } = await fixture.database.knex.raw('SELECT id FROM items WHERE guidebook_id = ?', [first.id])
      return rows.map(({ id }: { id: string }) => id).sort()
    }
    const before = await itemsIn()
    expect(await store(key, guidebook(2, 'Other'))).toEqual(first)
    expect(await itemsIn()).toEqual(before)
    const second = await store(key, guidebook(3, 'New inn'))
    expect(second).toEqual({ id: first.id, version: first.version + 1 })
    expect((await read(first.id)).stages[0]?.pois[0]?.names).toEqual({ en: 'New inn' })
    expect(await itemsIn()).toHaveLength(before.length)
    await expect(store(key, guidebook(2))).rejects.toMatchObject({ code: 'generation-superseded' })
  })

  it('exists once, also when two builds store it concurrently', async () => {
    const key = randomUUID()
    const stored = await Promise.allSettled([1, 2, 3, 2].map((generation) => store(key, guidebook(generation))))
    const guidebooks = stored.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(new Set(guidebooks).size).toBe(1)
    expect((await read(guidebooks[0] ?? '')).titles).toEqual({ en: 'Trip 3' })
  })

  it('is refused with a deleted item, an item of another kind, or an invalid track', async () => {
    const body = guidebook(1)
    const [stage] = body.stages
    const routes = [{ id: ids.poi }, { id: randomUUID() }]
    const wrong = { ...body, stages: [{ number: 1, titles: {}, routes, pois: [], texts: stage?.texts ?? [] }] }
    await expect(store(randomUUID(), wrong)).rejects.toMatchObject({
      code: 'reference-not-found',
      faults: [{ pointer: '/stages/0/routes/0/id' }, { pointer: '/stages/0/routes/1/id' }],
    })
    const inline = stage?.routes[1]?.item
    if (inline?.kind !== 'route') throw new Error('the second route is made for the release')
    const broken = { ...body, stages: [], generalInfo: [{ item: { ...inline, track: 'AAAA' } }] }
    await expect(store(randomUUID(), broken)).rejects.toMatchObject({
      faults: [{ pointer: '/generalInfo/0/item/track', code: 'invalid-field' }],
    })
  })

  it('and its generated items cannot be seen, listed or referenced by the account', async () => {
    const { id } = await store(randomUUID())
    const made = (await read(id)).generalInfo[0]?.id ?? ''
    expect((await me.get(`/content/geodata/${made}`)).status).toBe(404)
    expect((await me.delete(`/content/geodata/${made}`)).status).toBe(404)
    const { body } = await me.get('/content/geodata?limit=200')
    expect(body.items.map((item: { id: string }) => item.id)).not.toContain(made)
    expect((await me.guidebook('THIEF', { generalInfo: [{ link: made }] })).status).toBe(422)
    expect((await me.get(`/content/guidebook/${me.account}/BOOK`)).body.id).not.toBe(id)
  })

  it('keeps the items that it uses', async () => {
    const { body: poi } = await me.poi('kept')
    const body = { ...guidebook(1), stages: [], generalInfo: [{ id: poi.id }] }
    await store(randomUUID(), body)
    const refused = await me.delete(`/content/geodata/${poi.id}`)
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      409,
      'is used in the guidebook of release 42, general part',
    ])
    await store(randomUUID(), body)
    await me.guidebook('KEEPS', { generalInfo: [{ link: poi.id }] })
    const { body: more } = await me.delete(`/content/geodata/${poi.id}`)
    expect(more.detail).toBe('The item is used in 1 guidebook and 2 releases.')
    // What the account can change is named first.
    expect(more.errors[0].message).toBe('is used in guidebook "KEEPS", general part')
  })

  describe('that is revoked', () => {
    const revoked = (key: string, generation: number) => ({ account: me.account, release: 42, key, generation })
    const rowOf = (key: string) =>
      fixture.database.knex('guidebooks').where({ account: me.account, release_key: key }).first('id', 'version')

    it('is emptied, its items can be deleted, and a build that ends later is refused', async () => {
      const { body: poi } = await me.poi('freed')
      const key = randomUUID()
      const body = guidebook(2)
      const { id, version } = await store(key, { ...body, generalInfo: [...body.generalInfo, { id: poi.id }] })
      const message = await fixture.bus.send('release.revoked.v1', revoked(key, 2))
      await eventually(async () => (await rowOf(key))?.version === version + 1)
      expect((await me.delete(`/content/geodata/${poi.id}`)).status).toBe(204)
      expect(await read(id)).toMatchObject({ titles: {}, cover: null, stages: [], generalInfo: [] })
      const made = await fixture.database.knex('items').where({ account: me.account, guidebook_id: id }).select('id')
      expect(made).toEqual([])
      await expect(store(key, guidebook(2))).rejects.toMatchObject({ code: 'generation-superseded' })

      await fixture.bus.send('release.revoked.v1', revoked(key, 2), { id: message })
      const other = randomUUID()
      await fixture.bus.send('release.revoked.v1', revoked(other, 1))
      await eventually(() => rowOf(other))
      expect((await rowOf(key))?.version).toBe(version + 1)
      // The first build of the other release ends after the revocation.
      await expect(store(other, guidebook(1))).rejects.toMatchObject({ code: 'generation-superseded' })
    })

    it('stays as it is if the message cannot be read, which becomes a dead letter', async () => {
      await fixture.bus.sendRaw('release.revoked.v1', Buffer.from('{"specversion":'))
      await fixture.bus.deadLetters('geodata', 'release.revoked.v1', 1)
    })
  })

  it('is not announced when an item in it changes: its release is found by the item', async () => {
    const { body: poi } = await me.poi('unannounced')
    await store(randomUUID(), { ...guidebook(1), stages: [], generalInfo: [{ id: poi.id }] })
    await me.patch(`/content/geodata/poi/${poi.id}`, { lat: 3 })
    const { rows } = await fixture.database.knex.raw('SELECT 1 FROM guidebook_changes WHERE account = ?', [me.account])
    expect(rows).toEqual([])
  })
})

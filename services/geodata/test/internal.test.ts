import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BodyOf, ImageRef } from '@guidebook/contracts'
import { operations } from '@guidebook/contracts'
import { packTrack, unpackTrack } from '@guidebook/route-geometry'
import type { InternalClient } from '@guidebook/service-kit'
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
      version: 1,
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
    expect(found).toMatchObject({ customId: 'BOOK', titles: { en: 'Book' }, version: 1, hasCover: false })
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
  const texts = (characters: number) => ({ descriptions: { en: 'x'.repeat(characters) } })
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
    const { body: text } = await author.text('often', texts(200_000))
    const { body: book } = await author.guidebook('OFTEN', { generalInfo: times(20, { link: text.id }) })
    expect((await contentOf(book.id)).body.generalInfo).toHaveLength(20)
    const { body: larger } = await author.guidebook('TOO-OFTEN', { generalInfo: times(170, { link: text.id }) })
    await expect(contentOf(larger.id)).rejects.toMatchObject({
      status: 413,
      code: 'payload-too-large',
      detail: expect.stringContaining('32 MiB'),
    })
  })

  it('is refused for items, each counted once', async () => {
    const fiveTexts = Object.fromEntries(['de', 'en', 'fr', 'it', 'sl'].map((lang) => [lang, 'x'.repeat(200_000)]))
    const { body: text } = await author.text('large', { descriptions: fiveTexts })
    const { rows } = await fixture.database.knex.raw(
      `insert into items (account, id, kind, library_id, custom_id, names, descriptions)
       select account, gen_random_uuid(), kind, library_id, 'large-' || number, names, descriptions
         from items, generate_series(1, 34) number where id = :id returning id`,
      { id: text.id },
    )
    const large: string[] = rows.map(({ id }: { id: string }) => id)
    const some = large.slice(0, 3)
    expect((await itemsOf(times(12, some).flat())).body.items).toHaveLength(3)
    await expect(itemsOf(large)).rejects.toMatchObject({ status: 413, code: 'payload-too-large' })
  })

  it('is refused to the account when the names of the items are repeated too often', async () => {
    const languages = [
      'cs',
      'da',
      'de',
      'en',
      'es',
      'fi',
      'fr',
      'hr',
      'hu',
      'it',
      'nl',
      'pl',
      'pt',
      'ro',
      'sk',
      'sl',
      'sv',
    ]
    const namesIn = (count: number) =>
      Object.fromEntries(languages.slice(0, count).map((language) => [language, 'x'.repeat(1_000)]))
    const { body: text } = await author.text('names', { names: namesIn(3) })
    const stages = (count: number) =>
      Array.from({ length: count }, (_, number) => ({ number, texts: times(1_000, { link: text.id }) }))
    expect((await author.guidebook('NAMES', { stages: stages(1) })).status).toBe(201)
    const refused = await author.guidebook('MORE-NAMES', { stages: stages(6) })
    expect([refused.status, refused.body.code]).toEqual([413, 'payload-too-large'])
    expect((await author.get(`/content/guidebook/${author.account}/MORE-NAMES`)).status).toBe(404)
    const names = namesIn(17)
    const update = { account: author.account, library: { customId: 'LIB' }, customId: 'names', names }
    expect((await author.put('/content/geodata/text', update)).status).toBe(200)
    const grown = await author.get(`/content/guidebook/${author.account}/NAMES`)
    expect([grown.status, grown.body.detail]).toEqual([413, expect.stringContaining('16 MiB')])
    const replace = (stagesSent: unknown, headers = {}) =>
      author.put(
        '/content/guidebook/NAMES',
        { account: author.account, titles: { en: 'Book' }, stages: stagesSent },
        headers,
      )
    expect((await replace(stages(1))).status).toBe(413)
    expect((await replace([], { 'if-match': '"stale"' })).status).toBe(412)
    expect((await replace([])).status).toBe(200)
    expect((await author.get(`/content/guidebook/${author.account}/NAMES`)).body.stages).toEqual([])
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

  it('is not announced when an item in it changes: its release is found by the item', async () => {
    const { body: poi } = await me.poi('unannounced')
    await store(randomUUID(), { ...guidebook(1), stages: [], generalInfo: [{ id: poi.id }] })
    await me.patch(`/content/geodata/poi/${poi.id}`, { lat: 3 })
    const { rows } = await fixture.database.knex.raw('SELECT 1 FROM guidebook_changes WHERE account = ?', [me.account])
    expect(rows).toEqual([])
  })
})

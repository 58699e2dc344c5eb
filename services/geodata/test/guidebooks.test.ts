import { operations } from '@guidebook/contracts'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, it, png } from './fixture.ts'
import type { Partner } from './partner.ts'

let fixture: Fixture
let me: Partner
let heard: { data: { account: string; guidebook: string; version: number } }[]
it.beforeAll(async ({ shared }) => {
  fixture = shared
  me = fixture.newPartner()
  await me.library()
  heard = await fixture.bus.hear('releases', 'guidebook.changed.v1')
})

const changesOf = (guidebook: string) => heard.map(({ data }) => data).filter((data) => data.guidebook === guidebook)
const none = async () => {
  const { rows } = await fixture.database.knex.raw('SELECT count(*)::int AS waiting FROM guidebook_changes')
  const { rows: unsent } = await fixture.database.knex.raw('SELECT count(*)::int AS waiting FROM outbox')
  return rows[0].waiting === 0 && unsent[0].waiting === 0
}

describe('a guidebook', () => {
  it('has its members at their places, however they are referenced', async () => {
    const { body: route } = await me.route('R1')
    const { body: poi } = await me.poi('P1')
    const { body: text } = await me.text('T1')
    const created = await me.guidebook('FULL', {
      titles: { en: 'Over the passes' },
      descriptions: { en: '<p>x</p>' },
      stages: [
        { number: 2, pois: [{ link: poi.id }, { link: poi.id }] },
        { number: 1, titles: { en: 'To the pass' }, routes: [{ libraryCustomId: 'LIB', customId: 'R1' }] },
      ],
      generalInfo: [{ link: text.id }, { link: route.id }],
    })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/content/guidebook/${me.account}/FULL`)
    const member = (item: { id: string; kind: string; customId: string; names: object }) => ({
      link: item.id,
      kind: item.kind,
      libraryCustomId: 'LIB',
      customId: item.customId,
      names: item.names,
    })
    const { attributes } = route
    expect(attributes.routeDistance).toMatch(/^0\.\d+$/)
    expect(created.body).toMatchObject({
      customId: 'FULL',
      titles: { en: 'Over the passes' },
      cover: null,
      stages: [
        { number: 1, titles: { en: 'To the pass' }, routes: [{ ...member(route), attributes }], pois: [], texts: [] },
        { number: 2, titles: {}, routes: [], pois: [member(poi), member(poi)], texts: [] },
      ],
      generalInfo: [member(text), member(route)],
      version: 1,
    })
    const read = await me.get(`/content/guidebook/${me.account}/FULL`)
    expect(read.body).toEqual(created.body)
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
  })

  it('keeps the roles of its routes, for partners and for the builder, and a changed role is a change', async () => {
    const { body: route } = await me.route('ROLES')
    const stages = (...roles: (string | undefined)[]) => [
      { number: 1, titles: {}, routes: roles.map((role) => ({ link: route.id, ...(role && { role }) })) },
    ]
    const roles = (of: { role?: string }[]) => of.map(({ role }) => role)
    const fields = { titles: { en: 'x' }, account: me.account, customId: 'ROLES' }
    const created = await me.guidebook('ROLES', { ...fields, stages: stages('main', undefined, 'alternative') })
    expect(roles(created.body.stages[0].routes)).toEqual(['main', undefined, 'alternative'])
    const content = await fixture.clientOf('builder').call(operations.readGuidebookContent, {
      params: { guidebook_id: created.body.id },
      query: { account: me.account },
    })
    expect(roles(content.body.stages[0]?.routes ?? [])).toEqual(['main', undefined, 'alternative'])
    const changed = await me.put('/content/guidebook/ROLES', {
      ...fields,
      stages: stages('main', 'leg', 'alternative'),
    })
    expect(changed.body.version).toBe(2)
    const refused = await me.put('/content/guidebook/ROLES', { ...fields, stages: stages('detour') })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/stages/0/routes/0/role'])
  })

  it('is refused with all its faults at once', async () => {
    await me.poi('P2')
    const refused = await me.guidebook('BAD', {
      imageBase64: Buffer.from('GIF89a').toString('base64'),
      stages: [
        { number: 1, routes: [{ libraryCustomId: 'LIB', customId: 'P2' }, { link: 'nothing' }] },
        { number: 1, texts: [{ libraryCustomId: 'NONE', customId: 'T' }] },
      ],
    })
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/stages/1/number', 'stage-number-taken'],
      ['/imageBase64', 'image-not-supported'],
      ['/stages/0/routes/0', 'reference-wrong-kind'],
      ['/stages/0/routes/1', 'reference-not-found'],
      ['/stages/1/texts/0', 'reference-not-found'],
    ])
    expect((await me.get(`/content/guidebook/${me.account}/BAD`)).status).toBe(404)
  })

  it('has a custom ID that is unique in the account, also when it is created twice concurrently', async () => {
    const answers = await Promise.all([me.guidebook('TWIN'), me.guidebook('TWIN')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    await me.guidebook('SINGLE')
    const taken = await me.put('/content/guidebook/SINGLE', {
      account: me.account,
      customId: 'TWIN',
      titles: { en: 'x' },
    })
    expect([taken.status, taken.body.errors[0].pointer]).toEqual([409, '/customId'])
  })

  it('keeps its cover, addressed by its content, until another one or null is sent', async () => {
    const created = await me.guidebook('COVER', { imageBase64: png })
    expect(created.body.cover).toEqual({ mediaType: 'image/png', bytes: Buffer.from(png, 'base64').length })
    await me.put('/content/guidebook/COVER', { account: me.account, titles: { en: 'Other' } })
    const { body } = await fixture.clientOf('builder').call(operations.readGuidebookContent, {
      params: { guidebook_id: created.body.id },
      query: { account: me.account },
    })
    expect(body.cover).toMatchObject({ mediaType: 'image/png', bytes: created.body.cover.bytes })
    expect(body.cover?.key).toBe(`geodata/${me.account}/covers/${body.cover?.sha256}.png`)
    expect(await fixture.objectStore.read(body.cover?.key ?? '')).toEqual(Buffer.from(png, 'base64'))
    const cover = await me.get(`/content/guidebook/${me.account}/COVER/cover`)
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(cover.headers.get('etag')).toBe(`"${body.cover?.sha256}"`)
    const without = await me.put('/content/guidebook/COVER', {
      account: me.account,
      titles: { en: 'Other' },
      imageBase64: null,
    })
    expect([without.status, without.body.cover]).toEqual([200, null])
    expect((await me.get(`/content/guidebook/${me.account}/COVER/cover`)).status).toBe(404)
  })

  it('is read at one moment, also when it is replaced meanwhile', async () => {
    const { body: created } = await me.guidebook('MOMENT', { stages: [{ number: 1 }] })
    const { knex } = fixture.database
    const replacing = await knex.transaction()
    let reading: ReturnType<Partner['get']> | undefined
    try {
      // The reader has read the row and waits for the stages.
      await replacing.raw('lock table guidebook_stages in access exclusive mode')
      reading = me.get(`/content/guidebook/${me.account}/MOMENT`)
      await eventually(async () => {
        const waiting = `select from pg_locks where relation = cast('guidebook_stages' as regclass) and not granted`
        return (await knex.raw(waiting)).rows.length > 0
      })
      await replacing('guidebooks').where({ account: me.account, id: created.id }).update({ version: 2 })
      await replacing('guidebook_stages').where({ account: me.account, guidebook_id: created.id }).update({ number: 2 })
    } finally {
      await replacing.commit()
    }
    expect((await reading)?.body).toMatchObject({ version: 1, stages: [{ number: 1 }] })
    const { body: replaced } = await me.get(`/content/guidebook/${me.account}/MOMENT`)
    expect(replaced).toMatchObject({ version: 2, stages: [{ number: 2 }] })
  })

  it('is read one at a time in a process if it is large, and small ones of the account are read meanwhile', async () => {
    const { body: text } = await me.text('T8')
    const texts = Array.from({ length: 600 }, () => ({ link: text.id }))
    await me.guidebook('LARGE', { generalInfo: texts, stages: [{ number: 1, texts }] })
    await me.guidebook('SMALL')
    const read = (customId: string) => me.get(`/content/guidebook/${me.account}/${customId}`)
    const { knex } = fixture.database
    const waiting = async () => {
      const { rows } = await knex.raw(
        `select from pg_locks where relation = cast('libraries' as regclass) and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length
    }
    const locking = await knex.transaction()
    const reading: ReturnType<Partner['get']>[] = []
    try {
      // The readers have measured the guidebook and wait for the names of the libraries.
      await locking.raw('lock table libraries in access exclusive mode')
      reading.push(...['LARGE', 'LARGE', 'LARGE', 'LARGE'].map(read))
      // One in each of the two replicas.
      await eventually(async () => (await waiting()) === 2)
      reading.push(read('SMALL'))
      await eventually(async () => (await waiting()) === 3)
    } finally {
      await locking.rollback()
    }
    expect((await Promise.all(reading)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  it('is replaced as a whole, and If-Match is honoured', async () => {
    const { body: text } = await me.text('T9')
    const created = await me.guidebook('WHOLE', { generalInfo: [{ link: text.id }], descriptions: { en: 'x' } })
    const wanted = { account: me.account, customId: 'RENAMED', titles: { de: 'Neu' }, stages: [{ number: 7 }] }
    const stale = await me.put('/content/guidebook/WHOLE', wanted, { 'if-match': '"stale"' })
    expect(stale.status).toBe(412)
    const etag = created.headers.get('etag') ?? ''
    const replaced = await me.put('/content/guidebook/WHOLE', wanted, { 'if-match': etag })
    expect(replaced.body).toMatchObject({
      id: created.body.id,
      customId: 'RENAMED',
      descriptions: {},
      stages: [{ number: 7 }],
      generalInfo: [],
      version: 2,
    })
  })
})

describe('the list of guidebooks', () => {
  type Page = { items: { customId: string }[]; nextCursor: string | null }
  const listed = async (of: Partner, query: Record<string, string> = {}): Promise<string[]> => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const search = new URLSearchParams({ ...query, limit: '2', ...(cursor !== null && { cursor }) })
      const answer = await of.get(`/content/guidebook?${search}`)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      const page = answer.body as Page
      found.push(...page.items.map(({ customId }) => customId))
      cursor = page.nextCursor
    } while (cursor !== null)
    return found
  }

  it('has the guidebooks of the account, searched and in any order, page by page', async () => {
    const owner = fixture.newPartner()
    await owner.library()
    const { body: poi } = await owner.poi('P')
    const titles = [
      { en: 'beta', de: 'Zum See 100%' },
      { de: 'Alpha Weg' },
      { en: 'Alpha way', de: '' },
      { en: 'gamma', de: 'Ö Weg' },
    ]
    for (const [index, title] of titles.entries())
      await owner.guidebook(`G-${index}`, {
        titles: title,
        stages: [{ number: 3, pois: index === 2 ? [{ link: poi.id }, { link: poi.id }] : [] }],
        generalInfo: index === 0 ? [{ link: poi.id }] : [],
      })
    await owner.put('/content/guidebook/G-1', { account: owner.account, titles: titles[1] })
    expect(await listed(owner)).toEqual(['G-3', 'G-2', 'G-1', 'G-0'])
    expect(await listed(owner, { sort: '-changed' })).toEqual(['G-1', 'G-3', 'G-2', 'G-0'])
    expect(await listed(owner, { sort: 'customId' })).toEqual(['G-0', 'G-1', 'G-2', 'G-3'])
    expect(await listed(owner, { sort: 'title', lang: 'de' })).toEqual(['G-2', 'G-1', 'G-3', 'G-0'])
    expect(await listed(owner, { sort: '-title', lang: 'en' })).toEqual(['G-3', 'G-0', 'G-1', 'G-2'])
    expect(await listed(owner, { q: 'weg ALPHA' })).toEqual(['G-1'])
    expect(await listed(owner, { q: '%' })).toEqual(['G-0'])
    expect(await listed(owner, { q: 'g-2' })).toEqual(['G-2'])
    expect(await listed(owner, { item: poi.id, sort: 'customId' })).toEqual(['G-0', 'G-2'])
    expect(await listed(owner, { item: 'none' })).toEqual([])
    const { body } = await owner.get(`/content/guidebook?account=${owner.account}&q=G-2`)
    expect(body.items).toMatchObject([{ titles: titles[2], stageCount: 1, cover: null, version: 1 }])
  })

  it('ends a page of large titles early, and the cursor leads through all of them', async () => {
    const owner = fixture.newPartner()
    for (const customId of ['A', 'B', 'C']) await owner.guidebook(customId)
    // Spaces after the JSON are stored and counted, but not sent.
    await fixture.database.knex.raw(
      `update guidebooks set titles = cast(cast(titles as text) || repeat(' ', 3 * 1024 * 1024) as json)
        where account = ?`,
      [owner.account],
    )
    const first = await owner.get('/content/guidebook?sort=customId')
    expect((first.body as Page).items.map(({ customId }) => customId)).toEqual(['A', 'B'])
    const last = await owner.get(`/content/guidebook?sort=customId&cursor=${first.body.nextCursor}`)
    expect((last.body as Page).items.map(({ customId }) => customId)).toEqual(['C'])
    expect(last.body.nextCursor).toBeNull()
  })

  it('is empty for a new account, and refuses the account of another and a cursor of another order', async () => {
    const other = fixture.newPartner()
    expect(await listed(other)).toEqual([])
    expect((await other.get(`/content/guidebook?account=${me.account}`)).status).toBe(403)
    const cursors = [
      ['a\0', crypto.randomUUID()],
      [1, 'x'],
      ['\ud800', crypto.randomUUID()],
    ]
    for (const key of cursors) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
      const answer = await other.get(`/content/guidebook?sort=title&cursor=${cursor}`)
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/cursor'])
    }
  })
})

describe('a change', () => {
  const book = async (customId: string, ...links: string[]) => {
    const { body } = await me.guidebook(customId, { generalInfo: links.map((link) => ({ link })) })
    return body.id as string
  }

  it('of an item is announced once for each guidebook that uses it, for any number of changes', async () => {
    const { body: poi } = await me.poi('busy')
    const { body: text } = await me.text('busy-text')
    const first = await book('USES-1', poi.id, text.id)
    const second = await book('USES-2', poi.id)
    const third = await book('USES-NONE')
    const path = `/content/geodata/poi/${poi.id}`
    const named = { account: me.account, library: { customId: 'LIB' }, customId: 'busy-text' }
    await fixture.announcedTogether(() =>
      Promise.all([
        ...[10, 11, 12, 13].map((lat) => me.patch(path, { lat })),
        me.put('/content/geodata/text', { ...named, names: { en: 'New' } }),
      ]),
    )
    await eventually(() => changesOf(first).length > 0 && changesOf(second).length > 0)
    await eventually(none)
    const versionOf = async (customId: string) =>
      (await me.get(`/content/guidebook/${me.account}/${customId}`)).body.version
    expect(changesOf(first)).toEqual([{ account: me.account, guidebook: first, version: await versionOf('USES-1') }])
    expect(changesOf(second)).toEqual([{ account: me.account, guidebook: second, version: 2 }])
    expect(changesOf(third)).toEqual([])
  })

  it('of an item changes the entity tag of its guidebooks for If-None-Match, not for If-Match', async () => {
    const { body: poi } = await me.poi('tagged')
    const generalInfo = [{ link: poi.id }]
    const { headers, body: created } = await me.guidebook('TAGGED', { generalInfo })
    const etag = headers.get('etag') ?? ''
    await me.patch(`/content/geodata/poi/${poi.id}`, { lat: 1 })
    await eventually(() => changesOf(created.id).length === 1)
    const read = await me.get(`/content/guidebook/${me.account}/TAGGED`, undefined, { 'if-none-match': etag })
    expect([read.status, read.body.version]).toEqual([200, 2])
    const replace = (title: string) => {
      const wanted = { account: me.account, titles: { en: title }, generalInfo }
      return me.put('/content/guidebook/TAGGED', wanted, { 'if-match': etag })
    }
    expect((await replace('New')).status).toBe(200)
    expect((await replace('Newer')).status).toBe(412)
  })

  it('after the announcement is announced again, with a higher version', async () => {
    const { body: poi } = await me.poi('twice')
    const id = await book('AGAIN', poi.id)
    await me.patch(`/content/geodata/poi/${poi.id}`, { lat: 1 })
    await eventually(() => changesOf(id).length === 1)
    await me.patch(`/content/geodata/poi/${poi.id}`, { lat: 2 })
    await eventually(() => changesOf(id).length === 2)
    expect(changesOf(id).map(({ version }) => version)).toEqual([2, 3])
  })

  it('of a guidebook that another transaction has locked is announced later, and those of others are not delayed', async () => {
    const { body: poi } = await me.poi('shared')
    const locked = await book('LOCKED', poi.id)
    const free = await book('FREE', poi.id)
    const other = await fixture.database.knex.transaction()
    try {
      await other('guidebooks').where({ account: me.account, id: locked }).forUpdate().select('id')
      await me.patch(`/content/geodata/poi/${poi.id}`, { lat: 1 })
      await eventually(() => changesOf(free).length === 1)
      expect(changesOf(locked)).toEqual([])
    } finally {
      await other.rollback()
    }
    await eventually(() => changesOf(locked).length === 1)
    expect(changesOf(locked)).toMatchObject([{ version: 2 }])
  })

  it('of the guidebook itself is announced with the version of the response', async () => {
    const id = await book('ITSELF')
    const wanted = { account: me.account, titles: { en: 'New' } }
    const { body } = await me.put('/content/guidebook/ITSELF', wanted)
    await eventually(() => changesOf(id).length === 1)
    expect(changesOf(id)[0]?.version).toBe(body.version)
    expect((await me.put('/content/guidebook/ITSELF', wanted)).body).toEqual(body)
    await eventually(none)
    expect(changesOf(id)).toHaveLength(1)
  })

  it('of only its stages is announced', async () => {
    const id = await book('STAGES')
    const wanted = { account: me.account, titles: { en: 'Book' }, stages: [{ number: 1 }] }
    expect((await me.put('/content/guidebook/STAGES', wanted)).body.version).toBe(2)
    await eventually(() => changesOf(id).length === 1)
  })

  it('that changes nothing, or only a custom ID, is not announced', async () => {
    const { body: poi } = await me.poi('quiet')
    const { body: route } = await me.route('quiet-route')
    const id = await book('QUIET', poi.id, route.id)
    await me.patch(`/content/geodata/poi/${poi.id}`, { lat: poi.lat })
    await me.patch(`/content/geodata/${poi.id}/externalid`, { value: 'quieter' })
    const renamed = { account: me.account, customId: 'quieter-route' }
    expect((await me.put(`/content/geodata/route/${route.id}`, renamed)).status).toBe(200)
    const generalInfo = [{ link: poi.id }, { link: route.id }]
    const wanted = { account: me.account, customId: 'QUIETER', titles: { en: 'Book' }, generalInfo }
    expect((await me.put('/content/guidebook/QUIET', wanted)).body).toMatchObject({ id, customId: 'QUIETER' })
    await eventually(none)
    expect(changesOf(id)).toEqual([])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'
import { type Partner, withEach } from './partner.ts'

let fixture: Fixture
let me: Partner
beforeAll(async () => {
  fixture = await startFixture({ GUIDEBOOK_CHANGE_DELAY: '1h' })
  me = fixture.newPartner()
  await me.library()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const path = '/content/geodata/poi'
const poi = (customId: string, fields: Record<string, unknown> = {}) => ({
  account: me.account,
  library: { customId: 'LIB' },
  customId,
  names: { en: customId, de: '' },
  descriptions: { en: '<p>Open in summer.</p>' },
  lat: 46.83412,
  lng: 9.29731,
  icon: 'hotel',
  category: { names: { en: 'Hotels' } },
  attributes: { web: 'https://inn.example', phone: '+41 81 000 00 00' },
  tags: [{ names: { en: 'overnight' } }],
  ...fields,
})
/** Updates first and creates what is not there, as partners do every night; answers how often each status came. */
const night = async (pois: readonly object[]): Promise<Record<number, number>> => {
  const counts: Record<number, number> = {}
  const count = (status: number) => {
    counts[status] = (counts[status] ?? 0) + 1
  }
  const synchronise = async (one: object) => {
    const updated = await me.put(path, one)
    count(updated.status)
    const isMissing = updated.status === 404 && updated.body.errors[0]?.pointer === '/customId'
    if (isMissing) count((await me.post(path, one)).status)
  }
  await withEach(pois, synchronise)
  return counts
}
const notedFor = async (guidebook: string): Promise<number> => {
  const sql = 'SELECT count(*)::int AS noted FROM guidebook_changes WHERE guidebook_id = ?'
  return (await fixture.database.knex.raw(sql, [guidebook])).rows[0].noted
}

it('the first night creates what the update does not find, later nights only update, and unchanged POIs are not announced', async () => {
  const pois = Array.from({ length: 12 }, (_, index) => poi(`H-${index}`, { lat: 46 + index / 100 }))
  expect(await night(pois)).toEqual({ 404: 12, 201: 12 })
  const members = pois.map(({ customId }) => ({ libraryCustomId: 'LIB', customId }))
  const { body: book } = await me.guidebook('HOTELS', { stages: [{ number: 1, pois: members }] })
  expect(await night(pois)).toEqual({ 200: 12 })
  expect(await notedFor(book.id)).toBe(0)
  const { body: list } = await me.get('/content/geodata?library=LIB&limit=200')
  expect(new Set(list.items.map(({ version }: { version: number }) => version))).toEqual(new Set([1]))
  const renamed = pois.map((one, index) => (index < 3 ? { ...one, names: { en: 'Renamed' } } : one))
  expect(await night(renamed)).toEqual({ 200: 12 })
  // One, or up to three that were changed at the same time.
  const noted = await notedFor(book.id)
  expect([1, 2, 3]).toContain(noted)
  for (const lat of [1, 2, 3]) await me.put(path, { ...pois[0], lat })
  expect(await notedFor(book.id)).toBe(noted)
})

it('a missing POI is 404 with a fault that says how to create it; a wrong path is 404 without a fault', async () => {
  const missing = await me.put(path, poi('nowhere'))
  expect([missing.status, missing.body.code]).toEqual([404, 'not-found'])
  expect(missing.body.errors).toEqual([
    {
      pointer: '/customId',
      code: 'not-found',
      message: 'no POI has this custom ID; create it with POST /content/geodata/poi',
    },
  ])
  const mistyped = await me.put('/content/geodata/poi/nowhere/there', poi('nowhere'))
  expect([mistyped.status, mistyped.body.errors]).toEqual([404, []])
})

it('an update ignores category and tags and does not validate them', async () => {
  const { body: before } = await me.post(path, poi('ignored'))
  for (const nonsense of ['Huts', 5, null, [[]], { names: { EN: 5 }, other: true }]) {
    const answer = await me.put(path, poi('ignored', { category: nonsense, tags: nonsense }))
    expect([answer.status, answer.body]).toEqual([200, before])
  }
})

it('an update changes only what is sent', async () => {
  const { body: before } = await me.post(path, poi('partial'))
  const named = { account: me.account, library: { customId: 'LIB' }, customId: 'partial' }
  let version = 1
  const changes = { names: { fr: '' }, descriptions: {}, lat: -90, lng: 180, icon: 'castle', attributes: { floor: '' } }
  const wanted = { ...before }
  for (const [field, value] of Object.entries(changes)) {
    const { body } = await me.put(path, { ...named, [field]: value })
    wanted[field] = value
    version += 1
    expect(body).toEqual({ ...wanted, version, updatedAt: body.updatedAt })
  }
  expect((await me.put(path, named)).body.version).toBe(version)
})

it('a POI is returned exactly as it was sent, and sending it back changes nothing', async () => {
  const sent = poi('exact', { lat: -89.99999999999999, lng: 1e-7, names: { en: '', de: ' Zürich \u2028 🏔 ' } })
  const created = await me.post(path, sent)
  const { account, library, customId, names, descriptions, lat, lng, icon, category, attributes, tags } = (
    await me.get(created.headers.get('location') ?? '')
  ).body
  const read = { account, library, customId, names, descriptions, lat, lng, icon, category, attributes, tags }
  expect(read).toEqual(sent)
  expect((await me.put(path, read)).body.version).toBe(1)
  const zero = await me.post(path, JSON.stringify(poi('zero', { lat: 0 })).replace('"lat":0', '"lat":-0'))
  expect(zero.body.lat).toBe(0)
  expect((await me.put(path, poi('zero', { lat: 0 }))).body.version).toBe(1)
})

it('a place at the limits of latitude and longitude is accepted, one beyond is refused', async () => {
  for (const [index, [lat, lng]] of [
    [90, 180],
    [-90, -180],
    [0, 0],
  ].entries()) {
    const { body } = await me.post(path, poi(`edge-${index}`, { lat, lng }))
    expect([body.lat, body.lng]).toEqual([lat, lng])
  }
  const beyond = await me.post(path, poi('beyond', { lat: 90.0000001, lng: -180.0000001 }))
  expect(beyond.body.errors).toEqual([
    { pointer: '/lat', code: 'invalid-field', message: 'must be at most 90', rule: 'maximum', values: { limit: 90 } },
    {
      pointer: '/lng',
      code: 'invalid-field',
      message: 'must be at least -180',
      rule: 'minimum',
      values: { limit: -180 },
    },
  ])
})

it('no concurrent update is lost, and repeated equal updates are one change', async () => {
  await me.post(path, poi('raced'))
  const { account } = me
  const named = { account, library: { customId: 'LIB' }, customId: 'raced' }
  const changes = [{ lat: 1 }, { lng: 2 }, { names: { en: 'New' } }, { icon: 'hut' }, { descriptions: { en: 'x' } }]
  await Promise.all(changes.map((change) => me.put(path, { ...named, ...change })))
  const { body: list } = await me.get('/content/geodata?library=LIB&customId=raced')
  expect(list.items).toMatchObject([{ ...Object.assign({}, ...changes), version: 6 }])
  const answers = await Promise.all(Array.from({ length: 10 }, () => me.put(path, { ...named, lat: 3 })))
  expect(new Set(answers.map(({ body }) => `${body.lat} ${body.version}`))).toEqual(new Set(['3 7']))
})

it('an update honours If-Match, and an Idempotency-Key returns the stored response', async () => {
  const created = await me.post(path, poi('guarded'), { 'idempotency-key': 'create-guarded' })
  expect((await me.post(path, poi('guarded'), { 'idempotency-key': 'create-guarded' })).body).toEqual(created.body)
  const etag = created.headers.get('etag') ?? ''
  const change = poi('guarded', { lat: 5 })
  expect((await me.put(path, change, { 'if-match': '"other"' })).status).toBe(412)
  const keyed = { 'if-match': etag, 'idempotency-key': 'guarded-1' }
  const first = await me.put(path, change, keyed)
  expect([first.status, first.body.lat, first.body.version]).toEqual([200, 5, 2])
  await me.put(path, poi('guarded', { lat: 6 }))
  const again = await me.put(path, change, keyed)
  expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true'])
  const missing = { 'if-match': etag, 'idempotency-key': 'guarded-2' }
  expect((await me.put(path, poi('not-there'), missing)).status).toBe(404)
})

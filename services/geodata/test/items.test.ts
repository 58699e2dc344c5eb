import { type Answer, copyRows, eventually, testAccount } from '@guidebook/service-kit/test'
import { XMLParser } from 'fast-xml-parser'
import { beforeAll, describe, expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'
import { type Partner, twoPoints } from './partner.ts'

let fixture: Fixture
let me: Partner
it.beforeAll(async ({ shared }) => {
  fixture = shared
  me = fixture.newPartner()
  await me.library()
})

const idsOf = ({ body }: Answer): string[] => body.items.map(({ customId }: { customId: string }) => customId)

/** Texts of 1,000 characters in so many languages. */
const thousandsIn = (languages: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: languages }, (_, index) => [
      `${String.fromCharCode(97 + Math.floor(index / 26))}${String.fromCharCode(97 + (index % 26))}`,
      'x'.repeat(1_000),
    ]),
  )

const mebibyteOfTexts = Object.fromEntries(['de', 'en', 'fr', 'it', 'sl'].map((lang) => [lang, 'x'.repeat(200_000)]))

/** Copies a row. Returns the custom IDs of all; lists have the copies in any order. */
async function copy(table: 'items' | 'libraries', { account }: Partner, customId: string, copies: number) {
  const changed = { id: 'gen_random_uuid()', custom_id: 'custom_id || n' }
  await copyRows(fixture.database, table, { account, custom_id: customId }, copies, changed)
  return [customId, ...Array.from({ length: copies }, (_, index) => `${customId}${index + 1}`)]
}

/** The path that the `Link` header names, which is relative to the path of the page. */
function nextOf({ headers }: { headers: Headers }, path: string): string | undefined {
  const next = /<(.+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  if (next === undefined) return undefined
  const { pathname, search } = new URL(next, `http://localhost${path}`)
  return pathname + search
}

/** The custom IDs on each page, from the first to the last. */
async function pagesOf(partner: Partner, path: string): Promise<string[][]> {
  const pages: string[][] = []
  let next: string | undefined = path
  while (next !== undefined) {
    const page = await partner.get(next)
    pages.push(idsOf(page))
    next = nextOf(page, next)
  }
  return pages
}

describe('libraries', () => {
  it('end a page of large names early, and the cursor leads through all of them once', async () => {
    const one = fixture.newPartner()
    await one.post('/content/library', { account: one.account, customId: 'L', names: thousandsIn(676) })
    const customIds = await copy('libraries', one, 'L', 7)
    const pages = await pagesOf(one, '/content/library?limit=200')
    expect(pages.flat().toSorted()).toEqual(customIds)
    // Six times 676 names of 1,000 characters are less than 4 MiB, seven are more.
    expect(pages.map(({ length }) => length)).toEqual([7, 1])
  })

  it('are created once, renamed and listed page by page', async () => {
    const one = fixture.newPartner()
    for (const customId of ['A', 'B', 'C']) await one.library(customId)
    const again = await one.post('/content/library', { account: one.account, customId: 'B', names: { en: 'x' } })
    expect([again.status, again.body.code]).toEqual([409, 'custom-id-taken'])
    const renamed = await one.put('/content/library/B', { account: one.account, customId: 'Ä/B', names: { de: 'Neu' } })
    expect(renamed.body).toMatchObject({ customId: 'Ä/B', names: { de: 'Neu' }, version: 2 })
    const taken = await one.put('/content/library/A', { account: one.account, customId: 'C', names: { de: 'Neu' } })
    expect([taken.status, taken.body.code]).toEqual([409, 'custom-id-taken'])
    expect((await one.put('/content/library/B', { account: one.account, names: { de: 'Neu' } })).status).toBe(404)
    const first = await one.get('/content/library?limit=2')
    expect(idsOf(first)).toEqual(['A', 'Ä/B'])
    const last = await one.get(nextOf(first, '/content/library?limit=2') ?? '')
    expect(idsOf(last)).toEqual(['C'])
    expect(last.body.nextCursor).toBeNull()
  })

  it('items show the new custom ID of a renamed library', async () => {
    const one = fixture.newPartner()
    await one.library()
    const { body, headers } = await one.poi('P')
    await one.put('/content/library/LIB', { account: one.account, customId: 'NEW', names: { en: 'x' } })
    const read = await one.get(`/content/geodata/${body.id}`, undefined, { 'if-none-match': headers.get('etag') ?? '' })
    expect([read.status, read.body.library]).toEqual([200, { customId: 'NEW' }])
  })
})

describe('lists of items', () => {
  let one: Partner
  beforeAll(async () => {
    one = fixture.newPartner()
    await one.library()
    await one.library('SECOND')
    await one.route('r1')
    await one.poi('p1')
    await one.text('t1')
    await one.poi('p1', { library: { customId: 'SECOND' } })
  })

  it('can be filtered by library, kind and custom ID', async () => {
    const list = async (query: string) => idsOf(await one.get(`/content/geodata?${query}`))
    expect(await list(`account=${one.account}`)).toEqual(['r1', 'p1', 't1', 'p1'])
    expect(await list('library=LIB')).toEqual(['r1', 'p1', 't1'])
    expect(await list('kind=poi')).toEqual(['p1', 'p1'])
    expect(await list('library=SECOND&kind=poi&customId=p1')).toEqual(['p1'])
    expect(await list('library=SECOND&q=P1+name')).toEqual(['p1'])
    expect(await list(`q=${'P1+name+'.repeat(20)}`)).toEqual(['p1', 'p1'])
    expect(await list('q=p1name')).toEqual([])
    expect(await list('q=none')).toEqual([])
    expect(await list('library=NONE')).toEqual([])
  })

  it('have the box around the points of each route, also after a change, and the position of each place', async () => {
    const author = fixture.newPartner()
    await author.library()
    const { body: route } = await author.route('R')
    await author.poi('P')
    await author.text('T')
    const listed = async () => (await author.get('/content/geodata')).body.items
    const before = await listed()
    expect(before).toMatchObject([
      { bounds: { south: 46.83398, west: 9.29731, north: 46.83412, east: 9.29755 } },
      { lat: 46.8, lng: 9.3 },
      {},
    ])
    for (const item of before.slice(1)) expect(item).not.toHaveProperty('bounds')
    const waypoints = [...twoPoints, { lat: 46.84, lon: 9.25 }]
    await author.put(`/content/geodata/route/${route.id}`, { account: author.account, waypoints })
    const bounds = { south: 46.83398, west: 9.25, north: 46.84, east: 9.29755 }
    expect((await listed())[0].bounds).toEqual(bounds)
    expect((await author.get(`/content/geodata/${route.id}`)).body.bounds).toEqual(bounds)
  })

  it('continue where the previous page ended', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await one.get(`/content/geodata?limit=1${cursor}`)
      seen.push(...idsOf(page))
      cursor = page.body.nextCursor === null ? '' : `&cursor=${page.body.nextCursor}`
    } while (cursor !== '')
    expect(seen).toEqual(['r1', 'p1', 't1', 'p1'])
  })

  it('end a page of large texts early, and the cursor leads through all of them once', async () => {
    const author = fixture.newPartner()
    await author.library()
    await author.text('large', { descriptions: mebibyteOfTexts })
    const customIds = await copy('items', author, 'large', 6)
    const pages = await pagesOf(author, '/content/geodata?limit=200')
    expect(pages.flat().toSorted()).toEqual(customIds)
    // Five texts of a little less than 1 MiB exceed 4 MiB together.
    expect(pages.map(({ length }) => length)).toEqual([5, 2])
  })

  it('end a page early because of the names of tags and attributes, too', async () => {
    const author = fixture.newPartner()
    await author.library()
    const tags = Array.from({ length: 100 }, () => ({ names: thousandsIn(20) }))
    await author.poi('P', { tags })
    await copy('items', author, 'P', 3)
    // Two POIs of a little less than 2 MiB are less than 4 MiB, three are more.
    expect((await pagesOf(author, '/content/geodata')).map(({ length }) => length)).toEqual([3, 1])
  })

  it('refuse an invalid cursor and an unknown query parameter', async () => {
    for (const query of [
      'cursor=abc',
      `cursor=${Buffer.from('["x"]').toString('base64url')}`,
      'kind=hut',
      'limit=0',
      'query=1',
    ]) {
      expect((await one.get(`/content/geodata?${query}`)).status).toBe(422)
    }
  })
})

describe('one item', () => {
  it('is 304 when the client has it', async () => {
    const { body, headers } = await me.route('known')
    const again = await me.get(`/content/geodata/${body.id}`, undefined, { 'if-none-match': headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  it('is GeoJSON and GPX, a text is neither', async () => {
    const { body: route } = await me.route('both', { names: { en: 'Up & down', de: 'Auf & ab' } })
    const { body: poi } = await me.poi('point')
    const { body: text } = await me.text('words')
    const geojson = await me.get(`/content/geodata/${route.id}.geojson`)
    expect(geojson.headers.get('content-type')).toBe('application/geo+json')
    expect(geojson.body).toMatchObject({
      type: 'Feature',
      id: route.id,
      bbox: [9.29731, 46.83398, 1512.4, 9.29755, 46.83412, 1514],
      properties: { kind: 'route', customId: 'both' },
      geometry: { type: 'LineString', coordinates: twoPoints.map(({ lat, lon, ele }) => [lon, lat, ele]) },
    })
    const point = await me.get(`/content/geodata/${poi.id}.geojson`)
    expect(point.body.geometry).toEqual({ type: 'Point', coordinates: [9.3, 46.8] })
    const gpx = await me.get(`/content/geodata/${route.id}.gpx`)
    expect(gpx.headers.get('content-type')).toBe('application/gpx+xml')
    const parse = (xml: string) => new XMLParser({ ignoreAttributes: false }).parse(xml).gpx
    expect(parse(gpx.text).trk.trkseg.trkpt).toHaveLength(2)
    expect(parse((await me.get(`/content/geodata/${poi.id}.gpx`)).text).wpt).toMatchObject({ '@_lat': '46.8' })
    expect((await me.get(`/content/geodata/${text.id}.geojson`)).status).toBe(404)
    expect((await me.get(`/content/geodata/${text.id}.gpx`)).status).toBe(404)
  })

  it('has a title in the language of the account in a GPX file', async () => {
    const { body } = await me.route('named', { names: { en: 'Up', de: 'Auf' } })
    await fixture.bus.send('account.changed.v1', testAccount({ id: me.account, version: 1, defaultLang: 'de' }))
    await eventually(async () => (await me.get(`/content/geodata/${body.id}.gpx`)).text.includes('<name>Auf</name>'))
  })

  it('gets another custom ID, unless another item has it', async () => {
    const { body } = await me.poi('old-id')
    await me.text('taken-id')
    const path = `/content/geodata/${body.id}/externalid`
    const taken = await me.patch(path, { value: 'taken-id' })
    expect([taken.status, taken.body.errors[0].pointer]).toEqual([409, '/value'])
    expect((await me.patch(path, { value: '' })).status).toBe(422)
    const renamed = await me.patch(path, { value: 'new-id' })
    expect([renamed.status, renamed.body.customId, renamed.body.version]).toEqual([200, 'new-id', 2])
    expect((await me.patch(path, { value: 'new-id' })).body.version).toBe(2)
    expect((await me.poi('old-id')).status).toBe(201)
  })

  it('is deleted with its points, and its custom ID is free again', async () => {
    const { body } = await me.route('gone')
    expect((await me.delete(`/content/geodata/${body.id}`)).status).toBe(204)
    expect((await me.get(`/content/geodata/${body.id}`)).status).toBe(404)
    expect((await me.delete(`/content/geodata/${body.id}`)).status).toBe(404)
    expect((await me.route('gone')).status).toBe(201)
    const { rows } = await fixture.database.knex.raw('SELECT 1 FROM tracks WHERE item_id = ?', [body.id])
    expect(rows).toEqual([])
  })

  it('is not deleted while guidebooks use it; the places are named', async () => {
    const { body } = await me.text('used')
    const link = { link: body.id }
    await me.guidebook('USER', { stages: [{ number: 3, texts: [link] }], generalInfo: [link] })
    const refused = await me.delete(`/content/geodata/${body.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'item-in-use'])
    expect(refused.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'is used in guidebook "USER", stage 3, texts',
      'is used in guidebook "USER", general part',
    ])
    await me.put('/content/guidebook/USER', { account: me.account, titles: { en: 'Book' } })
    expect((await me.delete(`/content/geodata/${body.id}`)).status).toBe(204)
  })

  it('is deleted or added to a guidebook, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body } = await me.text(`contested-${round}`)
      const [deleted, taken] = await Promise.all([
        me.delete(`/content/geodata/${body.id}`),
        me.guidebook(`CONTEST-${round}`, { generalInfo: [{ link: body.id }] }),
      ])
      expect([
        [204, 422],
        [409, 201],
      ]).toContainEqual([deleted.status, taken.status])
    }
  })
})

import type { ReleaseRecord } from '@guidebook/contracts'
import { copyRows, eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, it } from './fixture.ts'
import type { Partner } from './partner.ts'
import { aPdf } from './pdf-files.ts'
import { aBuild, publish } from './published.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set('2026-07-10T12:00:00Z')
})

const list = (partner: Partner, query = '') => partner.get(`/content/release/${partner.account.id}${query}`)
const ids = ({ body }: { body: { items: ReleaseRecord[] } }) => body.items.map(({ id }) => id)
/** A sorted list by pages of one release. */
const inPages = async (partner: Partner, sort: string) => {
  const found: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await list(partner, `?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`)
    found.push(...ids(answer))
    cursor = answer.body.nextCursor
  }
  return found
}
const noTrip = { arrivaldate: undefined, departuredate: undefined }

it('a list is sorted newest first, and its pages neither overlap nor omit releases', async () => {
  const operator = fixture.newPartner()
  const releases = []
  for (let i = 0; i < 7; i++) releases.push(await operator.release())
  const wanted = releases.map(({ id }) => id).sort((a, b) => b - a)
  const found: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer = await list(operator, `?limit=3${cursor && `&cursor=${cursor}`}`)
    expect(answer.status).toBe(200)
    found.push(...ids(answer))
    cursor = answer.body.nextCursor
    expect(answer.headers.get('link')).toBe(cursor === null ? null : `<?limit=3&cursor=${cursor}>; rel="next"`)
  }
  expect(found).toEqual(wanted)
})

it('a page of large records ends early, and the cursors return each record once', async () => {
  const operator = fixture.newPartner()
  const stay = { externalId: 'HOTEL', libraryExternalId: 'HOTELS', comment: 'x'.repeat(10_000) }
  const { id } = await operator.release({ accommodation: Array(90).fill(stay) })
  await copyRows(fixture.database, 'releases', { id }, 6, { id: 'id + n', key: 'gen_random_uuid()', link: 'link || n' })
  const wanted = Array.from({ length: 7 }, (_, n) => id + 6 - n)
  const first = await list(operator, '?limit=200')
  // Five records of a little more than 900 kB exceed 4 MiB together.
  expect(ids(first)).toEqual(wanted.slice(0, 5))
  expect(first.headers.get('link')).toContain(`cursor=${first.body.nextCursor}`)
  const second = await list(operator, `?limit=200&cursor=${first.body.nextCursor}`)
  expect(ids(second)).toEqual(wanted.slice(5))
  expect(second.body.nextCursor).toBeNull()
})

it('a list is in the order of creation, whichever replica created a release', async () => {
  const operator = fixture.newPartner()
  const created: number[] = []
  for (let i = 0; i < 6; i++) {
    // Later than in all other tests: numbers grow also when the clock steps back, but in each replica separately.
    fixture.clock.set(`2030-07-10T12:00:00.${String(100 + i)}Z`)
    created.push((await operator.release()).id)
  }
  fixture.clock.set('2026-07-10T12:00:00Z')
  expect(ids(await list(operator))).toEqual(created.toReversed())
})

it('a list contains the releases that the account sells and those that it operates', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const own = await seller.release()
  const shared = await operator.release({ resellerOid: seller.account.oid })
  expect(ids(await list(seller)).toSorted()).toEqual([own.id, shared.id].toSorted())
  expect(ids(await list(operator))).toEqual([shared.id])
})

it('a list can be filtered by code, days, state and text', async () => {
  const operator = fixture.newPartner()
  const past = await operator.release({ startdate: '2026-05-01', enddate: '2026-07-09', ...noTrip })
  const now = await operator.release({
    startdate: '2026-07-10',
    enddate: '2026-07-10',
    downloadCode: 5_123_456,
    ...noTrip,
  })
  const future = await operator.onDemand({
    publish: { startDate: '2026-07-11' },
    guidebook: { title: '100 % Göreme_Trail' },
  })
  const off = await operator.release()
  await operator.patch(operator.path(off, '/disabled/1'))
  const expectIds = async (query: string, ...wanted: { id: number }[]) =>
    expect(ids(await list(operator, query)).toSorted(), query).toEqual(wanted.map(({ id }) => id).toSorted())

  await expectIds('?state=ended', past)
  await expectIds('?state=active', now)
  await expectIds('?state=upcoming', future)
  await expectIds('?state=disabled', off)
  await expectIds('?downloadCode=5123456', now)
  await expectIds('?from=2026-07-11', future, off)
  await expectIds('?to=2026-06-01', past)
  await expectIds('?from=2026-07-10&to=2026-07-10', now, off)
  await expectIds('?q=5123', now)
  await expectIds('?q=g%C3%B6reme', future)
  await expectIds(`?q=${encodeURIComponent('100 %')}`, future)
  await expectIds('?q=e_t', future)
  await expectIds('?q=over%20passes', past, now, off)
  await expectIds('?q=none')
  await expectIds('?q=9007199254740991')
  await expectIds('?q=9007199254740992')
  await expectIds('?q=5123456&state=ended')
})

it('an operator also finds its releases by the seller’s code, but only in a search', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const codes = { downloadCode: 7_300_001, sellerDownloadCode: 6_123_456 }
  const shared = await operator.release({ ...codes, resellerOid: seller.account.oid })
  await operator.release({ downloadCode: 7_300_002 })
  const found = async (partner: Partner, query: string) => ids(await list(partner, query))
  for (const q of ['6123', '6123456', '6123456%20passes']) {
    expect(await found(operator, `?q=${q}`), q).toEqual([shared.id])
    expect(await found(seller, `?q=${q}`), q).toEqual([shared.id])
  }
  expect(await found(operator, '?q=6123457')).toEqual([])
  expect(await found(seller, '?q=7300001')).toEqual([])
  expect(await found(operator, '?downloadCode=6123456')).toEqual([])
  expect(await found(operator, '?downloadCode=7300001')).toEqual([shared.id])
  expect(await found(seller, '?downloadCode=6123456')).toEqual([shared.id])
})

it('a search counts eight distinct words and ignores further ones', async () => {
  const operator = fixture.newPartner()
  const release = await operator.release()
  const search = async (...words: string[]) => ids(await list(operator, `?q=${words.join('%20')}`))
  expect(await search('over', 'the', 'passes', 'ov', 'er', 'th', 'pa', 'ss', 'none')).toEqual([release.id])
  expect(await search(...Array(20).fill('over'), 'none')).toEqual([])
})

it('a state is determined by today in the time zone of the account', async () => {
  const operator = fixture.newPartner({ timeZone: 'Pacific/Kiritimati' })
  // At noon UTC on the 10th it is the 11th there.
  const over = await operator.release({ startdate: '2026-07-01', enddate: '2026-07-10', ...noTrip })
  const now = await operator.release({ startdate: '2026-07-11', enddate: '2026-07-11', ...noTrip })
  expect(ids(await list(operator, '?state=ended'))).toEqual([over.id])
  expect(ids(await list(operator, '?state=active'))).toEqual([now.id])
})

it('a list can be filtered and sorted by the days of the trip, which are those of the period without them', async () => {
  const operator = fixture.newPartner()
  const trip = (arrivaldate: string, departuredate: string) => operator.release({ arrivaldate, departuredate })
  const now = await trip('2026-07-08', '2026-07-10')
  const later = await trip('2026-07-11', '2026-07-20')
  const unplanned = await operator.release({ startdate: '2026-07-10', enddate: '2026-07-12', ...noTrip })
  const off = await trip('2026-07-07', '2026-07-10')
  await operator.patch(operator.path(off, '/disabled/1'))
  const expectIds = async (query: string, ...wanted: { id: number }[]) =>
    expect(ids(await list(operator, `?sort=arrival&${query}`)), query).toEqual(wanted.map(({ id }) => id))

  await expectIds('state=on-tour', now, unplanned)
  await expectIds('arrivalFrom=2026-07-10&arrivalTo=2026-07-10', unplanned)
  await expectIds('arrivalFrom=2026-07-11', later)
  await expectIds('departureFrom=2026-07-10&departureTo=2026-07-10', off, now)
  await expectIds('departureTo=2026-07-12', off, now, unplanned)
  await expectIds('arrivalTo=2026-07-10&departureFrom=2026-07-10', off, now, unplanned)
  await expectIds('limit=10', off, now, unplanned, later)
  const first = await list(operator, '?sort=-arrival&limit=2')
  expect(ids(first)).toEqual([later.id, unplanned.id])
  expect(ids(await list(operator, `?sort=-arrival&cursor=${first.body.nextCursor}`))).toEqual([now.id, off.id])
})

it('a list can be filtered by guidebook, reseller, traveller, locks and failed builds', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  const shared = await operator.release({ resellerOid: seller.account.oid })
  const locked = await operator.onDemand()
  await operator.patch(operator.path(locked, '/locked/1'))
  const ticket = { title: 'Ticket', traveller: 'ZOË Keller', pdfBase64: aPdf().toString('base64') }
  expect((await operator.post(operator.path(shared, '/documents'), ticket)).status).toBe(201)
  await fixture.database
    .knex('builds')
    .insert({
      account: operator.account.id,
      release_id: shared.id,
      generation: 1,
      sequence: 1,
      state: 'failed',
      percent: 10,
      warnings: '[]',
    })
    .onConflict(['account', 'release_id'])
    .merge()
  const expectIds = async (query: string, ...wanted: { id: number }[]) =>
    expect(ids(await list(operator, query)), query).toEqual(wanted.map(({ id }) => id))

  await expectIds('?guidebook=GB-1', shared)
  await expectIds('?guidebook=GB-2')
  await expectIds(`?reseller=${seller.account.oid}`, shared)
  await expectIds('?reseller=ZZ9')
  await expectIds('?q=keller', shared)
  await expectIds('?q=zo%C3%AB%20passes', shared)
  const other = fixture.newPartner()
  const elsewhere = await other.release()
  const addressed = fixture.database.knex('releases').whereIn('id', [shared.id, elsewhere.id])
  await addressed.update({ email: 'Guest_1@home.example' })
  await expectIds('?q=guest_1%40HOME.example', shared)
  await expectIds('?q=guest_1%40HOME.example%20none')
  for (const q of ['guest_1%40home', 'guest%251%40home.example', '%40']) await expectIds(`?q=${q}`)
  expect(ids(await list(seller, '?q=guest_1%40home.example'))).toEqual([])
  await expectIds('?state=locked', locked)
  await expectIds('?state=failed', shared)
})

it('a list can be filtered by builds that wait or run, until they end', async () => {
  const operator = fixture.newPartner()
  const seller = fixture.newSeller(operator)
  await fixture.newPartner().release()
  const built = await operator.release()
  const failed = await operator.release({ startdate: '2027-03-01', enddate: '2027-03-31', ...noTrip })
  const running = await operator.release({ resellerOid: seller.account.oid })
  const waiting = await operator.onDemand()
  const all = [built, failed, running, waiting].map(({ id }) => id).toSorted()
  const building = async (partner: Partner) => ids(await list(partner, '?state=building')).toSorted()
  expect(await building(operator)).toEqual(all)

  await publish(fixture, built)
  const failure = { code: 'internal-error', message: 'The renderer stopped.', willRetry: false } as const
  await fixture.bus.send('build.failed.v1', { ...aBuild(failed), ...failure })
  const progress = { sequence: 1, step: 'rendering', percent: 10, message: null, warnings: [] }
  await fixture.bus.send('build.progressed.v1', { ...aBuild(running), ...progress })
  await eventually(async () => (await operator.get(operator.path(running, '/build'))).body.state === 'running')
  await eventually(async () => (await building(operator)).length === 2)
  expect(await building(operator)).toEqual([running.id, waiting.id].toSorted())
  expect(await building(seller)).toEqual([running.id])

  await operator.patch(operator.path(built, '/lang/de'))
  await operator.post(operator.path(failed, '/build'))
  expect(await building(operator)).toEqual(all)
  expect(ids(await list(operator, '?state=failed'))).toEqual([])
  const first = await list(operator, '?state=building&sort=title&limit=3')
  const second = await list(operator, `?state=building&sort=title&limit=3&cursor=${first.body.nextCursor}`)
  expect([...ids(first), ...ids(second)].toSorted()).toEqual(all)

  expect((await operator.delete(operator.path(failed))).status).toBe(204)
  const unfinished = await fixture.database.knex('builds').where({ account: operator.account.id, state: 'running' })
  const left = all.filter((id) => id !== failed.id)
  expect(unfinished.map(({ release_id }) => release_id).toSorted()).toEqual(left)
})

it('a list can be sorted by days and name, both ways, and its pages neither overlap nor omit releases', async () => {
  const operator = fixture.newPartner()
  const on = (startdate: string, enddate: string) => operator.release({ startdate, enddate, ...noTrip })
  const late = await on('2026-09-01', '2026-09-30')
  const early = await on('2026-05-01', '2026-12-31')
  const alike = await on('2026-09-01', '2026-10-05')
  const named = await operator.onDemand({
    publish: { startDate: '2026-07-01', endDate: '2026-07-31' },
    guidebook: { title: 'A walk' },
  })
  // The replicas that create releases number them separately.
  const byId = (...releases: { id: number }[]) => releases.toSorted((a, b) => a.id - b.id)
  const orders: Record<string, { id: number }[]> = {
    created: byId(late, early, alike, named),
    start: [early, named, ...byId(late, alike)],
    end: [named, late, alike, early],
    title: [named, ...byId(late, early, alike)],
  }
  for (const [sort, wanted] of Object.entries(orders)) {
    const expected = wanted.map(({ id }) => id)
    expect(await inPages(operator, sort), sort).toEqual(expected)
    expect(await inPages(operator, `-${sort}`), `-${sort}`).toEqual(expected.toReversed())
  }
})

it('a list by name is in the order of letters, not of code points', async () => {
  const operator = fixture.newPartner()
  const named = async (title: string) => (await operator.onDemand({ guidebook: { title } })).id
  const [last, first, middle] = [await named('Zillertal'), await named('Ägadische Inseln'), await named('Überetsch')]
  expect(await inPages(operator, 'title')).toEqual([first, middle, last])
  expect(await inPages(operator, '-title')).toEqual([last, middle, first])
  expect(ids(await list(operator, '?sort=title'))).toEqual([first, middle, last])
})

describe('the export', () => {
  it('has a row for each release that matches, whatever the size of the list', async () => {
    const operator = fixture.newPartner()
    const seller = fixture.newSeller(operator)
    const release = await operator.release({ resellerOid: seller.account.oid })
    const onDemand = await operator.onDemand({ guidebook: { title: '=HYPERLINK("https://evil.example")' } })
    // The copies are newer than both, however far apart other tests have made the numbers of the two.
    const [id, key, link] = [`${Math.max(release.id, onDemand.id)} + n`, 'gen_random_uuid()', 'link || n']
    await copyRows(fixture.database, 'releases', { id: release.id }, 1100, { id, key, link })
    const { status, headers, text } = await operator.get(`/content/release/${operator.account.id}/releases.csv`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="releases.csv"')
    const [head, ...rows] = text.trimEnd().split('\r\n')
    expect(head).toBe(
      'downloadCode;sellerDownloadCode;name;guidebook;operator;reseller;startdate;enddate;arrivaldate;departuredate;lang;devices;state;locked;creation;url',
    )
    expect(rows).toHaveLength(1102)
    expect(rows.filter((row) => row.includes(`;${seller.account.oid};2026-07-01;2026-08-31;`))).toHaveLength(1101)
    expect(text).toContain(`;"'=HYPERLINK(""https://evil.example"")";`)
    expect(rows[0]?.split(';').at(-1)).toBe(`https://guidebook.example/t/${release.link}1100`)

    const filtered = await operator.get(`/content/release/${operator.account.id}/releases.csv?q=hyperlink`)
    expect(filtered.text.trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('is refused for another account', async () => {
    const [operator, other] = [fixture.newPartner(), fixture.newPartner()]
    expect((await operator.get(`/content/release/${other.account.id}/releases.csv`)).status).toBe(403)
  })
})

it('an invalid filter is refused with its name as the pointer', async () => {
  const operator = fixture.newPartner()
  for (const [query, pointer] of [
    ['?limit=0', '/limit'],
    ['?limit=201', '/limit'],
    ['?state=running', '/state'],
    ['?sort=size', '/sort'],
    ['?from=1.7.2026', '/from'],
    ['?arrivalTo=tomorrow', '/arrivalTo'],
    ['?downloadCode=B-17', '/downloadCode'],
    ['?code=17', '/code'],
  ] as const) {
    const { status, body } = await list(operator, query)
    expect([status, body.errors.map((fault: { pointer: string }) => fault.pointer)], query).toEqual([422, [pointer]])
  }
})

it('a forged cursor is refused', async () => {
  const operator = fixture.newPartner()
  const { nextCursor } = (await list(operator, '?limit=1')).body
  expect(nextCursor).toBeNull()
  const cursor = (key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')
  const ofOtherSorts = [[17], ['Bernese Oberland', 17], ['2026-02-30', 17]]
  for (const query of ['?cursor=nonsense', ...ofOtherSorts.map((key) => `?sort=start&cursor=${cursor(key)}`)]) {
    const { status, body } = await list(operator, query)
    expect([status, body.errors[0].pointer], query).toEqual([422, '/cursor'])
  }
})

// cspell:ignore Inseln Zillertal Ägadische Überetsch

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, vi } from 'vitest'
import { type Fixture, firstOfJune, it } from './fixture.ts'
import { addGuidebook } from './neighbours.ts'
import type { Partner } from './partner.ts'
import { publish, publishedRelease } from './published.ts'

let fixture: Fixture
it.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.clock.set(firstOfJune)
})
beforeEach(() => fixture.clock.set('2026-07-15T10:00:00Z'))

const nothing = { pageViews: 0, roadbookDownloads: 0, gpxDownloads: 0, appDownloads: 0, devices: 0 }
const analytics = async (operator: Partner, query = '', customId = 'GB-1') =>
  await operator.get(`/content/guidebook/${operator.account.id}/${customId}/analytics${query}`)
/** Counts are written after the responses. */
const counted = (operator: Partner, total: object) =>
  vi.waitFor(async () => expect((await analytics(operator)).body.total).toEqual({ ...nothing, ...total }), 60_000)
/** Visits each of the two replicas. A replica writes its counts in order: with this visit, all before it are written. */
const visitBoth = async (path: string) => {
  for (let replica = 0; replica < 2; replica++) await fixture.visit(path)
}
/** Requests a path as a browser does: `fetch` would replace `Sec-Fetch-Mode`. */
async function browse(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const request = get(fixture.url + path, { headers: { ...headers, ...(await fixture.travellerHeaders()) } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await text(response)
  return response.statusCode
}

describe('usage by travellers', () => {
  it('is counted for the guidebook: page views, downloads, devices', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    const visit = (rest: string, headers: Record<string, string> = {}) =>
      fixture.visit(`/t/${release.link}${rest}`, { accept: '*/*', ...headers })
    const { headers } = await visit('')
    // A 304 counts as a page view, but not as a download.
    expect((await visit('', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
    const roadbook = await visit('/roadbook.pdf')
    expect((await visit('/roadbook.pdf', { 'if-none-match': roadbook.headers.get('etag') ?? '' })).status).toBe(304)
    for (const path of ['/gpx', '/gpx/stage-1.gpx', '/gpx/no-such.gpx', '/images/cover.png']) await visit(path)
    const phone = { deviceId: 'anna-phone-0001', name: 'Phone' }
    for (let time = 0; time < 2; time++) await fixture.register(release, phone)
    await visit('/bundle', { 'device-id': phone.deviceId })
    await visit('/bundle', { 'device-id': 'someone-elses-0' })
    const total = { pageViews: 2, roadbookDownloads: 1, gpxDownloads: 2, appDownloads: 1, devices: 1 }
    await counted(operator, total)
    expect((await analytics(operator)).body).toEqual({
      from: '2026-06-16',
      to: '2026-07-15',
      total,
      days: [{ day: '2026-07-15', ...total }],
    })
    fixture.clock.set('2026-08-01T10:00:00Z')
    await visitBoth(`/t/${release.link}`)
    const august = { month: '2026-08', ...nothing, pageViews: 2 }
    const usage = async () => (await operator.get('/account/usage')).body
    await vi.waitFor(async () => expect((await usage()).months[0]).toEqual(august), 60_000)
    expect(await usage()).toEqual({ months: [august, { month: '2026-07', ...total }] })
    expect((await fixture.newPartner().get('/account/usage')).body).toEqual({ months: [] })
  })

  it('is counted when a person opens a page or a file through the service worker, and not for its offline copy', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    const page = `/t/${release.link}`
    const file = `${page}/gpx/stage-1.gpx`
    const copied = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
    for (const path of [page, file]) expect(await browse(path, copied)).toBe(200)
    const clicked = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }
    for (const path of [page, file]) expect(await browse(path, clicked)).toBe(200)
    // The copy has put the file into the browser's cache.
    const etag = (await fixture.visit(file, { 'sec-fetch-dest': 'empty' })).headers.get('etag') ?? ''
    expect(await browse(file, { ...clicked, 'if-none-match': etag })).toBe(304)
    await counted(operator, { pageViews: 1, gpxDownloads: 2 })
  })

  it('is counted for the template of an on-demand release, and by the day of the account', async () => {
    const operator = fixture.newPartner({ timeZone: 'Pacific/Auckland' })
    addGuidebook(fixture.neighbours, operator.account.id, 'TEMPLATE')
    const release = await operator.onDemand({ metadata: { guidebookTemplateCustomId: 'TEMPLATE' } })
    // A page that is being prepared reloads by itself, which is not counted.
    await fixture.visit(`/t/${release.link}`)
    await publish(fixture, release)
    await vi.waitFor(
      async () => expect((await operator.get(operator.path(release))).body.pdfAvailable).toBe(true),
      60_000,
    )
    await fixture.visit(`/t/${release.link}`)
    fixture.clock.set('2026-07-15T12:30:00Z')
    for (let time = 0; time < 2; time++) await fixture.visit(`/t/${release.link}`)
    await vi.waitFor(async () => {
      const { body } = await analytics(operator, '', 'TEMPLATE')
      expect(body.days.map(({ day, pageViews }: { day: string; pageViews: number }) => [day, pageViews])).toEqual([
        ['2026-07-15', 1],
        ['2026-07-16', 2],
      ])
    }, 60_000)
    const { body } = await analytics(operator, '?from=2026-07-16&to=2026-07-20', 'TEMPLATE')
    expect([body.total.pageViews, body.from, body.to]).toEqual([2, '2026-07-16', '2026-07-20'])
    await counted(operator, {})
  })

  it('is counted for the months of the account when an on-demand release has no template', async () => {
    const operator = fixture.newPartner()
    const release = await operator.onDemand()
    await publish(fixture, release)
    await vi.waitFor(
      async () => expect((await operator.get(operator.path(release))).body.pdfAvailable).toBe(true),
      60_000,
    )
    await fixture.visit(`/t/${release.link}`)
    const months = [{ month: '2026-07', ...nothing, pageViews: 1 }]
    await vi.waitFor(async () => expect((await operator.get('/account/usage')).body).toEqual({ months }), 60_000)
  })

  it('is not counted for error pages or previews', async () => {
    const operator = fixture.newPartner()
    const release = await publishedRelease(fixture, operator)
    await operator.get(operator.path(release, '/page'))
    await operator.get(operator.path(release, '/roadbook.pdf'))
    fixture.clock.set('2026-06-30T10:00:00Z')
    await fixture.visit(`/t/${release.link}`)
    fixture.clock.set('2026-07-15T10:00:00Z')
    await fixture.visit(`/t/${release.link}`)
    await visitBoth(`/t/${release.link}/gpx`)
    await counted(operator, { pageViews: 1, gpxDownloads: 2 })
  })
})

it('days in the wrong order are refused, and the first day of all has no day before it', async () => {
  const operator = fixture.newPartner()
  const { status, body } = await analytics(operator, '?from=2026-07-16&to=2026-07-15')
  expect([status, body.errors]).toEqual([
    422,
    [{ pointer: '/to', code: 'period-reversed', message: 'Must not be before `from`.' }],
  ])
  expect((await analytics(operator, '?to=0001-01-02')).body).toMatchObject({ from: '0001-01-01', days: [] })
  expect((await analytics(operator, '', 'NO-SUCH')).status).toBe(404)
})

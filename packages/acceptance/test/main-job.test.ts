import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { testWithBrowser, violationsOn } from '@guidebook/service-kit/test/browser'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Partners } from '../src/partners.ts'
import { retryingClient } from '../src/retrying-client.ts'
import type { SystemHandle } from '../src/running-system.ts'
import { usualSystem } from '../src/shared-system.ts'
import { createContent, plainRelease } from '../src/trip.ts'
import { startTraced, type TracedSystem } from './traced-system.ts'

const it = testWithBrowser()
let traced: TracedSystem
let system: SystemHandle
let partners: Partners
let guidebook: string
const suffix = randomUUID().slice(0, 8)

beforeAll(async () => {
  // It is ready when the demonstration has passed.
  system = await usualSystem()
  traced = await startTraced(system)
  partners = traced.partners
  guidebook = await createContent(partners.operator, suffix)
}, 900_000)
afterAll(() => traced?.receiver.stop())

it('one trace covers an on-demand release from the request at the gateway to the POST of the webhook', async () => {
  const trace = await traced.traceOnDemandRelease(`LIB-${suffix}`)
  expect(trace.webhook).toContain(trace.traceId)
  expect(trace.path).toEqual(['gateway', 'releases', 'webhooks'])
  // The link is a secret: an operator of the tracing system must not be able to open the trip.
  expect(trace.exported).not.toContain(trace.link)
}, 900_000)

describe('the Trip Link page', () => {
  let link: string
  beforeAll(async () => {
    const { operator } = partners
    const { body } = await operator.client.send<{ link: string }>(
      'POST',
      '/content/release',
      plainRelease(operator.id, guidebook, 7),
    )
    link = body.link
    await traced.waitUntilBuilt(link)
  }, 900_000)

  it('is stored for offline use, fits into 390 and 1280 pixels, and has no errors and no axe violations', async ({
    browser,
  }) => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'de' })
    const failures: string[] = []
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
    page.on('requestfailed', (request) => failures.push(request.url()))
    page.on('response', (answer) => answer.status() >= 400 && failures.push(`${answer.status()} ${answer.url()}`))
    await page.goto(`${system.describe().baseUrl}/t/${link}`, { waitUntil: 'networkidle' })
    expect(await page.locator('h1').textContent()).toContain('Bachalpsee')
    await page.locator('#offline').filter({ hasText: 'Ohne Netz verfügbar: vollständig' }).waitFor()
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([width, overflow, await violationsOn(page)]).toEqual([width, 0, []])
    }
    expect(failures).toEqual([])
    await page.close()
  })

  it('offers the roadbook and the tracks for download', async () => {
    const traveller = retryingClient(system.describe().baseUrl, null)
    const pdf = await traveller.download(`/t/${link}/roadbook.pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const zip = await traveller.download(`/t/${link}/gpx`)
    expect([zip.status, zip.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
})

describe('the data folder after the main job', () => {
  const files = () =>
    readdirSync(system.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))

  it('is readable by no other user', () => {
    // A file may be deleted after its folder was read.
    const modes = files().map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mode ?? 0] as const)
    expect(modes.length).toBeGreaterThan(100)
    const exposed = modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([file]) => file)
    // Dovecot chooses the mode of its empty UIDVALIDITY marker; the folder's mode protects it.
    const markers = exposed.filter((file) => /\/mailboxes\/[^/]+\/dovecot-uidvalidity\.[0-9a-f]+$/.test(file))
    expect(exposed).toEqual(markers)
    for (const marker of markers) {
      expect([statSync(marker).size, statSync(dirname(marker)).mode & 0o777]).toEqual([0, 0o700])
    }
    expect(statSync(system.data).mode & 0o067).toBe(0)
  })

  it('has no API key, Trip Link, secret or idempotency key in any log', async () => {
    const { databases, demonstration } = system.describe()
    const idempotencyKeys = await Promise.all(
      ['releases', 'geodata'].map(async (service) => {
        const client = new pg.Client({ connectionString: databases[service] })
        await client.connect()
        const { rows } = await client.query<{ key: string }>('SELECT key FROM idempotency_keys')
        await client.end()
        return rows.map(({ key }) => key)
      }),
    )
    const secrets = [
      ...(demonstration?.accounts.map(({ key }) => key) ?? []),
      ...(demonstration?.links.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)) ?? []),
      ...(Object.values(JSON.parse(readFileSync(join(system.data, 'secrets.json'), 'utf8'))) as string[]),
    ]
    expect(idempotencyKeys.flat().length).toBeGreaterThan(0)
    expect(demonstration?.links.length).toBeGreaterThan(0)
    const logs = files().filter((file) => file.startsWith(join(system.data, 'logs')))
    expect(logs.length).toBeGreaterThan(6)
    for (const log of logs) {
      const text = readFileSync(log, 'utf8')
      const found = [...secrets, ...idempotencyKeys.flat()].filter((secret) => text.includes(secret))
      expect(found, log).toEqual([])
    }
  })
})

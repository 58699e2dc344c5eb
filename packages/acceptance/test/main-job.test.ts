import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carefulClient } from '../src/careful-client.ts'
import { eventually } from '../src/eventually.ts'
import { createPartners, type Partners } from '../src/partners.ts'
import { type RunningSystem, startSystem } from '../src/running-system.ts'
import { createContent, onDemandRelease, plainRelease } from '../src/trip.ts'
import { startReceiver, type WebhookReceiver } from '../src/webhook-receiver.ts'

let system: RunningSystem
let partners: Partners
let receiver: WebhookReceiver
let guidebook: string
const suffix = randomUUID().slice(0, 8)
const folder = mkdtempSync(join(tmpdir(), 'guidebook-trace-'))
const traceFile = join(folder, 'spans.jsonl')

beforeAll(async () => {
  system = await startSystem({ TRACE_FILE: traceFile, OTEL_TRACES_SAMPLER_ARG: '1' })
  partners = await createPartners(system.describe())
  receiver = await startReceiver(system.describe().webhookReceiver, partners.secret)
  guidebook = await createContent(partners.operator, suffix)
}, 300_000)
afterAll(async () => {
  await system?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

const built = async (link: string) => {
  const { id, client } = partners.operator
  await eventually(`the build of ${link}`, 90_000, async () => {
    const { body } = await client.send<{ pdfAvailable: boolean }>('GET', `/content/release/${id}/${link}`)
    return body.pdfAvailable
  })
}

it('one trace shows the whole way of an on-demand release, from the request at the gateway to the POST of the webhook', async () => {
  const { operator, reseller } = partners
  const traceId = randomUUID().replaceAll('-', '')
  const response = await fetch(`${system.describe().baseUrl}/content/release/ondemand`, {
    method: 'POST',
    headers: {
      authorization: operator.key,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify(onDemandRelease(operator.oid, 1, `LIB-${suffix}`, reseller.oid)),
  })
  expect(response.status).toBe(202)
  const { link } = (await response.json()) as { link: string }
  await built(link)
  await eventually('the webhook', 30_000, () => receiver.received.some((webhook) => webhook.link === link))
  expect(receiver.received.find((webhook) => webhook.link === link)?.traceparent).toContain(traceId)

  const services = () => {
    const spans = readFileSync(traceFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(traceId))
    return { seen: new Set(spans.map((line) => /"service":"([a-z]+)"/.exec(line)?.[1])), text: spans.join('\n') }
  }
  const way = ['gateway', 'releases', 'geodata', 'builder', 'webhooks']
  await eventually('spans of every service on the way', 30_000, () => way.every((name) => services().seen.has(name)))
  // The link is a secret: whoever reads traces must not get at the trip.
  expect(services().text).not.toContain(link)
}, 180_000)

describe('the Trip Link page', () => {
  let browser: Browser
  let link: string
  beforeAll(async () => {
    const { operator } = partners
    const { body } = await operator.client.send<{ link: string }>(
      'POST',
      '/content/release',
      plainRelease(operator.id, guidebook, 7),
    )
    link = body.link
    await built(link)
    browser = await chromium.launch({
      executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    })
  }, 180_000)
  afterAll(() => browser?.close())

  it.each([390, 1280])('is whole at %d pixels, without script, errors or anything that axe finds', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 844 }, bypassCSP: true, locale: 'de' })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('requestfailed', (request) => complaints.push(request.url()))
    page.on('response', (answer) => answer.status() >= 400 && complaints.push(`${answer.status()} ${answer.url()}`))
    await page.goto(`${system.describe().baseUrl}/t/${link}`, { waitUntil: 'networkidle' })
    expect(await page.locator('h1').textContent()).toContain('Bachalpsee')
    expect(await page.locator('script').count()).toBe(0)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(overflow).toBe(0)
    await page.addScriptTag({ content: axe.source })
    const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string; help: string }[] }
    expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('leads to the roadbook and to the tracks', async () => {
    const traveller = carefulClient(system.describe().baseUrl, null)
    const pdf = await traveller.download(`/t/${link}/roadbook.pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const zip = await traveller.download(`/t/${link}/gpx`)
    expect([zip.status, zip.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
})

it('the demonstration passes against the running system', async () => {
  // The demonstration has a receiver of its own, at the same port.
  await receiver.stop()
  const { code, output } = await system.run('demo')
  expect(output).toContain('every step held')
  expect(code, output).toBe(0)
}, 180_000)

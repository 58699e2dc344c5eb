import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ApiError, type Client, createClient, type ReleaseAddress, type ReleaseRecord } from '@guidebook/client'
import { verifyWebhook } from '@guidebook/client/webhook'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../src/eventually.ts'
import { createPartners, type Partners, webhookPath } from '../src/partners.ts'
import type { Description, SystemHandle } from '../src/running-system.ts'
import { type ReservedReceiver, reserveReceiver, sharedSystem } from '../src/shared-system.ts'
import { plainRelease, waypoints } from '../src/trip.ts'
import { listenAddress } from '../src/webhook-receiver.ts'

let system: SystemHandle
let reserved: ReservedReceiver
let partners: Partners
let client: Client
let account: string
const suffix = randomUUID().slice(0, 8)
const guidebook = `GB-${suffix}`

beforeAll(async () => {
  system = await sharedSystem()
  reserved = await reserveReceiver(system.describe())
  partners = await createPartners(reserved.description)
  account = partners.operator.id
  client = createClient({ baseUrl: system.describe().baseUrl, apiKey: partners.operator.key })
}, 900_000)
afterAll(() => reserved?.[Symbol.asyncDispose]())

it('the client creates a library, a route and a guidebook, and lists and downloads the route', async () => {
  const library = { customId: `LIB-${suffix}` }
  const names = { de: 'Bachalpsee' }
  await client.content.libraries.create({ account, ...library, names })
  const stored = { account, library, customId: 'R-1', names, attributes: {}, icon: { name: 'hiking' }, waypoints }
  const { id } = await client.content.routes.create(stored)
  const stages = [{ number: 1, titles: names, routes: [{ link: id }] }]
  await client.content.guidebooks.create({ account, customId: guidebook, titles: names, stages })
  expect(
    (await Array.fromAsync(client.content.items.list({ library: library.customId }))).map((item) => item.id),
  ).toEqual([id])
  const geojson = await client.content.items.downloadGeojson({ geodata_id: id })
  expect(await geojson.json()).toMatchObject({ type: 'Feature', geometry: { type: 'LineString' } })
})

let release: ReleaseAddress

it('a repeated Idempotency-Key creates one release, which is built, listed, downloaded and delivered to its seller', async () => {
  await using receiver = await startReceiver(reserved.description, partners.secret)
  const request = plainRelease(account, guidebook, 17, partners.reseller.oid)
  const idempotencyKey = randomUUID()
  const first = await client.releases.create(request, { idempotencyKey }).withResponse()
  release = { account, release: first.data.link }
  const again = await client.releases.create(request, { idempotencyKey }).withResponse()
  expect([first.replayed, again.replayed, again.data.link]).toEqual([false, true, first.data.link])

  expect(await client.releases.untilBuilt(release)).toMatchObject({ state: 'completed', percent: 100 })
  const listed = await Array.fromAsync(client.releases.list({ account, downloadCode: 17, limit: 1 }))
  expect(listed.map(({ link, pdfAvailable }) => ({ link, pdfAvailable }))).toEqual([
    { link: first.data.link, pdfAvailable: true },
  ])
  const roadbook = await client.releases.downloadRoadbook(release)
  expect((await roadbook.text()).slice(0, 5)).toBe('%PDF-')
  await eventually('the webhook', 60_000, () => receiver.records.some(({ link }) => link === first.data.link))
}, 900_000)

it('a read returns 304 for an unchanged release, and a change with an outdated ETag is refused', async () => {
  const first = await client.releases.read(release).withResponse()
  const same = await client.releases.read(release, { previous: first }).withResponse()
  expect([same.notModified, same.data]).toEqual([true, first.data])
  const ifMatch = first.etag ?? ''
  expect(await client.releases.setDevices(release, 5, { ifMatch })).toMatchObject({ devices: 5 })
  await expect(client.releases.setDevices(release, 6, { ifMatch })).rejects.toMatchObject({
    code: 'precondition-failed',
  })
})

it('an error lists every invalid field', async () => {
  const request = { ...plainRelease(account, guidebook, 17), devices: 0, lang: 'DE' }
  const error = await client.releases.create(request).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  const { status, faults, requestId } = error as ApiError
  expect(status).toBe(422)
  expect(faults.map(({ pointer }) => pointer).toSorted()).toEqual(['/devices', '/lang'])
  expect(requestId).toBeTruthy()
})

it('the first examples in the client’s README work, from content to a Trip Link', async () => {
  const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code)
  const folder = mkdtempSync(join(tmpdir(), 'guidebook-readme-'))
  // Imports resolve from this package; files are written to the temporary folder.
  const program = [`process.chdir(${JSON.stringify(folder)})`, ...examples.slice(0, 2)].join('\n')
  const env = { ...process.env, GUIDEBOOK_URL: system.describe().baseUrl, GUIDEBOOK_KEY: partners.operator.key }
  const options = { cwd: join(import.meta.dirname, '..'), env }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', program],
    options,
  )
  expect(stdout).toMatch(/^\d+\.\d+ km, \d+ m up\nhttp\S+\/t\/\S+\n$/)
  expect(readFileSync(join(folder, 'roadbook.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  rmSync(folder, { recursive: true })
}, 900_000)

/** A reseller's server that verifies deliveries as the client's README shows. */
async function startReceiver({ webhookReceiver }: Description, secret: string) {
  const { port, certificate, key } = webhookReceiver
  const records: ReleaseRecord[] = []
  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    async (request, response) => {
      if (request.url !== webhookPath(partners.reseller.id)) return void response.writeHead(404).end()
      records.push(verifyWebhook(secret, request.headers, Buffer.concat(await request.toArray())))
      response.writeHead(204).end()
    },
  )
  server.listen(port, listenAddress(webhookReceiver))
  await once(server, 'listening')
  return {
    records,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

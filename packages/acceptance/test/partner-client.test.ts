import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { ApiError, type Client, createClient, type ReleaseAddress, type ReleaseRecord } from '@guidebook/client'
import { verifyWebhook } from '@guidebook/client/webhook'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importSettings } from '../src/account/fixtures.ts'
import { eventually } from '../src/eventually.ts'
import { createPartners, type Partners, supportOf, webhookPath } from '../src/partners.ts'
import type { Description, SystemHandle } from '../src/running-system.ts'
import { type ReservedReceiver, reserveReceiver, sharedSystem } from '../src/shared-system.ts'
import { day, plainRelease, waypoints } from '../src/trip.ts'
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
const delivered: { headers: Record<string, string>; body: Buffer; record: ReleaseRecord }[] = []

it('a repeated Idempotency-Key creates one release, which is built, listed, downloaded and delivered to its seller', async () => {
  await using _receiver = await startReceiver(reserved.description, partners.secret)
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
  await eventually('the webhook', 60_000, () => delivered.some(({ record: { link } }) => link === first.data.link))
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

const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8')
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '')
const isWebhookExample = (code: string) => code.includes('@guidebook/client/webhook')

/** Starts a program. Imports resolve from this package; files are written to the temporary folder. */
const start = (folder: string, program: string, more: Record<string, string>) => {
  const text = `process.chdir(${JSON.stringify(folder)})\n${program}`
  const args = ['--input-type=module-typescript', '--eval', text]
  return spawn(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env: { ...process.env, ...more } })
}

it('every example of the client’s README that calls the service works', async () => {
  await supportOf(system.describe()).send(
    'PUT',
    `/admin/accounts/${account}/import`,
    importSettings(`readme-${suffix}@guidebook.test`),
  )
  await client.content.libraries.create({ account, customId: 'HUTS', names: { en: 'Huts' } })
  const [{ id = '' } = {}] = await Array.fromAsync(client.content.items.list({ library: `LIB-${suffix}` }))
  /** What a reader puts in place of the names in the examples. */
  const own: Record<string, string> = {
    "'LINK'": `'${release.release}'`,
    "'ID'": `'${id}'`,
    "'ABC'": `'${partners.operator.oid}'`,
    "libraryCustomId: 'WALKS', customId: 'LAKE'": `libraryCustomId: 'LIB-${suffix}', customId: 'R-1'`,
    ...{ '2026-07-01': day(1), '2026-08-31': day(30), '2026-07-14': day(2), '2026-07-16': day(4) },
    ...{ '2026-07-15': day(3), '2026-07-17': day(5) },
  }
  const filled = (code: string) => Object.entries(own).reduce((text, [from, to]) => text.replaceAll(from, to), code)
  const [first = '', content = '', ...others] = examples.filter((code) => !isWebhookExample(code))
  const imports = (code: string) => code.match(/^import .*$/gm) ?? []
  const blocks = others.map((code) => `{${code.replaceAll(/^import .*$/gm, '')}}`)
  const program = [...others.flatMap(imports), first, content, ...blocks.map(filled)].join('\n')

  const folder = mkdtempSync(join(tmpdir(), 'guidebook-readme-'))
  const env = { GUIDEBOOK_URL: system.describe().baseUrl, GUIDEBOOK_KEY: partners.operator.key }
  const process = start(folder, program, env)
  const [output, faults, [code]] = await Promise.all([
    text(process.stdout),
    text(process.stderr),
    once(process, 'close'),
  ])
  expect(code, faults + output).toBe(0)
  const [figures, url, ...lines] = output.split('\n')
  expect([figures, url]).toEqual([
    expect.stringMatching(/^\d+\.\d+ km, \d+ m up$/),
    expect.stringMatching(/^http\S+\/t\//),
  ])
  expect(lines.filter((line) => line.startsWith('20260001 http'))).toHaveLength(1) // the list
  expect(lines).toContain('true 4') // the conditional request
  expect(readFileSync(join(folder, 'roadbook.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(readFileSync(join(folder, 'tracks.zip')).subarray(0, 2).toString()).toBe('PK')
  rmSync(folder, { recursive: true })
}, 900_000)

it('the receiver of the client’s README accepts what the service has delivered and nothing else, also after a request that was cut off', async () => {
  const anyPort = '.listen(0, function () { console.log(this.address().port) })'
  const code = examples.find(isWebhookExample)?.replace('.listen(8443)', anyPort)
  const process = start(tmpdir(), code ?? '', { WEBHOOK_SECRET: partners.secret })
  try {
    const lines = createInterface(process.stdout)[Symbol.asyncIterator]()
    const { value: port } = await lines.next()
    const { headers, body, record } = delivered[0] as (typeof delivered)[number]
    const send = async (content: Buffer) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: new Uint8Array(content) })).status
    expect(await send(Buffer.from('{}'))).toBe(401)
    const faults = createInterface(process.stderr)
    connect(Number(port), '127.0.0.1').end('POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 100\r\n\r\n{').resume()
    for await (const line of faults) if (line.includes('Error: ')) break
    expect(await send(body)).toBe(204)
    expect((await lines.next()).value).toBe(`${record.sellerDownloadCode} ${record.url}`)
  } finally {
    process.kill()
  }
})

/** A reseller's server that verifies deliveries as the client's README shows. */
async function startReceiver({ webhookReceiver }: Description, secret: string) {
  const { port, certificate, key } = webhookReceiver
  const server = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    async (request, response) => {
      if (request.url !== webhookPath(partners.reseller.id)) return void response.writeHead(404).end()
      const body = Buffer.concat(await request.toArray())
      const record = verifyWebhook(secret, request.headers, body)
      const headers = Object.entries(request.headers).filter(([name]) => name.startsWith('webhook-'))
      delivered.push({ record, body, headers: Object.fromEntries(headers) as Record<string, string> })
      response.writeHead(204).end()
    },
  )
  server.listen(port, listenAddress(webhookReceiver))
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

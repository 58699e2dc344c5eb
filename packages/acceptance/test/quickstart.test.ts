import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPartners, type Partners, webhookPath } from '../src/partners.ts'
import type { Description, SystemHandle } from '../src/running-system.ts'
import { type ReservedReceiver, reserveReceiver, sharedSystem } from '../src/shared-system.ts'
import { listenAddress } from '../src/webhook-receiver.ts'

let system: SystemHandle
let partners: Partners
let receiver: Server
let reserved: ReservedReceiver
const folder = mkdtempSync(join(tmpdir(), 'guidebook-quickstart-'))

/** The partner's server as the document describes it: it stores each webhook in files. */
const startStoringServer = async (at: Description['webhookReceiver']): Promise<Server> => {
  const tls = { cert: readFileSync(at.certificate), key: readFileSync(at.key) }
  const server = createServer(tls, async (request, response) => {
    if (request.url !== webhookPath(partners.reseller.id)) return void response.writeHead(404).end()
    const chunks = await Array.fromAsync(request)
    writeFileSync(join(folder, 'webhook-body'), Buffer.concat(chunks as Buffer[]))
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
    writeFileSync(join(folder, 'webhook-headers'), `${lines.join('\n')}\n`)
    response.writeHead(204).end()
  })
  server.listen(at.port, listenAddress(at))
  await once(server, 'listening')
  return server
}

beforeAll(async () => {
  system = await sharedSystem()
  reserved = await reserveReceiver(system.describe())
  partners = await createPartners(reserved.description)
  receiver = await startStoringServer(reserved.description.webhookReceiver)
}, 900_000)
afterAll(async () => {
  receiver?.closeAllConnections()
  receiver?.close()
  await reserved?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
}, 900_000)

const document = readFileSync(new URL('../../../docs/quickstart.md', import.meta.url), 'utf8')
const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? '')

const run = async (script: string, env: Record<string, string>) => {
  const shell = spawn('bash', ['-euo', 'pipefail'], { cwd: folder, env: { ...process.env, ...env } })
  const output: string[] = []
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  shell.stdin.end(script)
  const [code] = await once(shell, 'close')
  return { code, output: output.join('') }
}

it('every block of the quick start works, in order, from the key to the verified webhook', async () => {
  expect(blocks.length).toBeGreaterThan(9)
  const { operator, reseller, secret } = partners
  const { code, output } = await run(blocks.join('\n'), {
    BASE_URL: system.describe().baseUrl,
    API_KEY: operator.key,
    PARTNER_OID: reseller.oid,
    WEBHOOK_SECRET: secret,
  })
  expect(code, output).toBe(0)
  expect(output).toMatch(/genuine: http\S+\/t\/\S+/)
  expect(output).toContain('%PDF-')
  expect(readFileSync(join(folder, 'tracks.zip')).subarray(0, 2).toString()).toBe('PK')
  expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('A day at the lake')
}, 900_000)

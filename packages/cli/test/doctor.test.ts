import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { PartStatus } from '@guidebook/contracts'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { publicAddressFindings } from '../src/doctor/public-address.ts'
import { exitCodes } from '../src/index.ts'
import { guidebookAt, startStubListener } from './run-guidebook.ts'

const gatewayAt = (url: string): PartStatus => ({
  name: 'gateway',
  status: 'up',
  checks: { database: 'up' },
  facts: { 'public address': { url } },
})
const noLetters = { queues: [], unreachable: [] }

/** A public address whose problem documents begin with this address; null: with its own. */
const publicAddress = (configured: string | null = null) =>
  startStubListener({
    'GET /no-such-path': ({ headers }) => ({
      status: 404,
      type: 'application/problem+json',
      body: { type: `${configured ?? `http://${headers.host}`}/docs/errors/not-found` },
    }),
  })

async function examined(parts: readonly PartStatus[], deadLetters: object = noLetters) {
  await using admin = await startStubListener({
    'GET /admin/status': { body: { version: '1.0.0', parts } },
    'GET /admin/dead-letters': { body: deadLetters },
  })
  const [text, json] = [await guidebookAt(admin.url, ['doctor']), await guidebookAt(admin.url, ['doctor', '--json'])]
  return { ...text, json: JSON.parse(json.out) as { healthy: boolean; findings: { subject: string; state: string }[] } }
}

test('a system without problems is healthy', async () => {
  await using address = await publicAddress()
  const { code, out, json } = await examined([gatewayAt(address.url)])
  expect(out).toContain('Everything works.')
  expect([code, json.healthy]).toEqual([exitCodes.done, true])
})

test('a warning is reported with its remedy, and is no failure', async () => {
  await using address = await publicAddress()
  const webhooks = { due: 0, oldestDueSeconds: 0, endpointsPaused: 1, endpointsOff: 0 }
  const part: PartStatus = { name: 'webhooks', status: 'up', checks: {}, facts: { deliveries: webhooks } }
  const { code, out, err } = await examined([gatewayAt(address.url), part])
  expect(out).toMatch(/^warning +webhooks +1 endpoint failing, 1 of them paused$/m)
  expect(out).toContain('0 problems, 1 warning')
  expect(err).toContain('webhooks: "guidebook webhook deliveries OID"')
  expect(code).toBe(exitCodes.done)
})

test('dead letters fail the examination', async () => {
  await using address = await publicAddress()
  const queues = [{ queue: 'webhooks.release.shared.v1', count: 2, messages: [] }]
  const { code, out, json } = await examined([gatewayAt(address.url)], { queues, unreachable: [] })
  expect(out).toContain('1 problem, 0 warnings')
  expect([code, json.healthy]).toEqual([exitCodes.failed, false])
  expect(json.findings).toContainEqual(expect.objectContaining({ subject: 'dead letters', state: 'error' }))
})

test('a public address with another system behind it is a problem', async () => {
  await using address = await publicAddress('https://another.example')
  const findings = await publicAddressFindings([gatewayAt(address.url)], new Date())
  expect(findings).toMatchObject([{ state: 'error', message: `${address.url} is a system with another address` }])
})

test('a public address that does not respond is a problem', async () => {
  const address = await publicAddress()
  await address[Symbol.asyncDispose]()
  const findings = await publicAddressFindings([gatewayAt(address.url)], new Date())
  expect(findings).toMatchObject([{ state: 'error', message: expect.stringContaining('ECONNREFUSED') }])
})

test.each([
  ['that is not trusted', 0, /is not trusted/],
  ['that has expired', 400, /expired \d+ days ago/],
])('a certificate %s is a problem', async (_, days, message) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
  })
  const server = createServer({ cert, key }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const findings = await publicAddressFindings([gatewayAt(url)], new Date(Date.now() + days * 86_400_000))
  server.closeAllConnections()
  server.close()
  expect(findings).toMatchObject([{ state: 'error', message: expect.stringMatching(message) }])
})

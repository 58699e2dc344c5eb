import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createNameLookup } from '@guidebook/service-kit/outbound'
import { type DnsServer, eventually, startDnsServer } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

const perEndpoint = 4

let fixture: Fixture
let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer()
  dns.answer = () => 'silence'
  fixture = await startFixture(
    { WEBHOOK_CONCURRENCY_PER_ENDPOINT: String(perEndpoint) },
    { lookup: createNameLookup({ withLocalNames: true, servers: [dns.server] }) },
  )
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})

it('an endpoint that never responds does not delay other accounts with the same host', async () => {
  const silences = new Set<IncomingMessage>()
  const { promise, resolve } = Promise.withResolvers<number>()
  fixture.receiver.answer = (request, response) => {
    if (request.url === '/silent') {
      silences.add(request)
      request.socket.once('close', () => silences.delete(request))
    } else {
      response.writeHead(204).end()
      resolve(silences.size)
    }
  }
  const [silent, other] = [randomUUID(), randomUUID()]
  await fixture.setWebhook(silent, '/silent')
  await fixture.setWebhook(other)
  await Promise.all(Array.from({ length: perEndpoint }, () => fixture.share(silent)))
  await eventually(() => silences.size === perEndpoint)
  await fixture.share(other)
  // Its POST came while all the others were still waiting for their answers.
  expect(await promise).toBe(perEndpoint)
  // At its end, the service waits for them.
  for (const { socket } of silences) socket.destroy()
})

it('endpoints whose name servers never respond do not delay other accounts', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  fixture.receiver.received.length = 0
  // As many as the process has threads: each would be blocked.
  const silent = Array.from({ length: 4 }, () => randomUUID())
  for (const account of silent) {
    await fixture.setWebhook(account, `https://${account}.example:${fixture.receiver.port}/`)
    await fixture.share(account)
  }
  const other = randomUUID()
  await fixture.setWebhook(other)
  await eventually(() => new Set(dns.asked).size === silent.length)
  await fixture.share(other)
  await eventually(() => fixture.receiver.received.length === 1)
  const attempted = fixture.database.knex('deliveries').whereIn('account', silent).where('attempts_made', '>', 0)
  expect(await attempted).toEqual([])
})

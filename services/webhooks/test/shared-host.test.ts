import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, testAccount } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleRecord } from '../src/delivery/sample-record.ts'
import { type Fixture, startFixture } from './fixture.ts'

const perEndpoint = 4

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ WEBHOOK_CONCURRENCY_PER_ENDPOINT: String(perEndpoint) })
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** An account with its webhook at a path of the one receiver. */
const accountAt = async (path: string): Promise<string> => {
  const account = randomUUID()
  const url = new URL(path, fixture.receiver.url).href
  await fixture.gateway.call(operations.setWebhook, { params: { account_id: account }, body: { url } })
  return account
}
const share = (account: string) => {
  const record = sampleRecord(testAccount({ type: 'reseller' }), fixture.clock.now())
  return fixture.bus.send('release.shared.v1', { account, generation: 1, record })
}

it('an endpoint that never answers keeps no other account from the same host waiting', async () => {
  const silences = new Set<unknown>()
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
  const [silent, other] = [await accountAt('/silent'), await accountAt('/hook')]
  await Promise.all(Array.from({ length: perEndpoint }, () => share(silent)))
  await eventually(() => silences.size === perEndpoint)
  await share(other)
  // Its POST came while all the others were still waiting for their answers.
  expect(await promise).toBe(perEndpoint)
})

import { randomUUID } from 'node:crypto'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

const perEndpoint = 4

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture({ WEBHOOK_CONCURRENCY_PER_ENDPOINT: String(perEndpoint) })
})
afterAll(() => fixture[Symbol.asyncDispose]())

it('an endpoint that never responds does not delay other accounts with the same host', async () => {
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
  const [silent, other] = [randomUUID(), randomUUID()]
  await fixture.setWebhook(silent, '/silent')
  await fixture.setWebhook(other)
  await Promise.all(Array.from({ length: perEndpoint }, () => fixture.share(silent)))
  await eventually(() => silences.size === perEndpoint)
  await fixture.share(other)
  // Its POST came while all the others were still waiting for their answers.
  expect(await promise).toBe(perEndpoint)
})

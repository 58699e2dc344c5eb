import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity } from '@guidebook/service-kit/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  // Held attempts do not reach their time limit, even on a busy machine.
  fixture = await startFixture({ WEBHOOK_TIMEOUT: '30s' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

interface Held {
  path: string | undefined
  response: ServerResponse
}

let held: Held[]
const hold: Fixture['receiver']['answer'] = (request, response) => held.push({ path: request.url, response })
beforeEach(() => {
  held = []
  fixture.receiver.answer = hold
})
afterEach(() => {
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  for (const { response } of held) if (!response.headersSent) response.writeHead(204).end()
})

/** Waits for a request to the path that has no response yet. Returns the function that responds to it. */
const heldRequest = async (path: string): Promise<(status: number) => void> => {
  const { response } = await eventually(() => held.find((each) => each.path === path && !each.response.headersSent))
  return (status) => response.writeHead(status).end()
}

it('a 410 from a previous address does not disable the new one, and the delivery arrives there', async () => {
  const account = randomUUID()
  const { knex } = fixture.database
  await fixture.setWebhook(account, '/old')
  await fixture.share(account)
  const respond = await heldRequest('/old')
  await fixture.setWebhook(account, '/new')
  respond(410)
  const respondAtNew = await heldRequest('/new')
  respondAtNew(204)
  await eventually(() => knex('deliveries').where({ account, state: 'delivered' }).first('id'))
  expect(await knex('endpoints').where({ account }).first()).toMatchObject({ enabled: true, failures: 0 })
})

it('a replay during the last attempt of a schedule begins a new one, also when this attempt fails', async () => {
  const account = randomUUID()
  const { knex } = fixture.database
  await fixture.setWebhook(account, '/replayed')
  const now = fixture.clock.now()
  const delivery = { id: randomUUID(), account, webhook_id: randomUUID(), kind: 'release.shared', body: '{}' }
  await knex('deliveries').insert({ ...delivery, attempts_made: 9, created_at: now, next_attempt_at: now })
  const respond = await heldRequest('/replayed')
  const replay = { params: { delivery_id: delivery.id }, identity: partnerIdentity({ id: account }) }
  expect((await fixture.gateway.call(operations.replayDelivery, replay)).status).toBe(202)
  respond(500)
  const respondAgain = await heldRequest('/replayed')
  const again = await knex('deliveries').where({ id: delivery.id }).first()
  expect(again).toMatchObject({ state: 'pending', attempts_made: 0, next_attempt_at: now })
  respondAgain(204)
  await eventually(() => knex('deliveries').where({ id: delivery.id, state: 'delivered' }).first('id'))
})

it('a replay during the first attempt of a schedule is due when this attempt has failed, whatever time the receiver asked for', async () => {
  const account = randomUUID()
  const { knex } = fixture.database
  await fixture.setWebhook(account, '/asked')
  await fixture.share(account)
  await heldRequest('/asked')
  const delivery = await knex('deliveries').where({ account }).first('id')
  fixture.clock.advance(1)
  const replay = { params: { delivery_id: delivery.id }, identity: partnerIdentity({ id: account }) }
  expect((await fixture.gateway.call(operations.replayDelivery, replay)).status).toBe(202)
  held.at(-1)?.response.writeHead(503, { 'Retry-After': '3600' }).end()
  await eventually(() => knex('attempts').where({ delivery: delivery.id }).first('id'))
  const again = await knex('deliveries').where({ id: delivery.id }).first()
  expect(again).toMatchObject({ state: 'pending', attempts_made: 0, next_attempt_at: fixture.clock.now() })
})

it('an attempt that was running when a pause began does not prolong it, even if it outlasts it', async () => {
  const account = randomUUID()
  const withFailures = (failures: number) =>
    eventually(() => fixture.database.knex('endpoints').where({ account, failures }).first('failures', 'pauses'))
  await fixture.setWebhook(account, '/outlasting')
  await fixture.share(account)
  const respond = await heldRequest('/outlasting')
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  await Promise.all(Array.from({ length: 5 }, () => fixture.share(account)))
  expect(await withFailures(5)).toEqual({ failures: 5, pauses: 1 })
  // The probe that follows is held, so it has no result.
  fixture.receiver.answer = hold
  fixture.clock.advance(10_000)
  respond(500)
  expect(await withFailures(6)).toEqual({ failures: 6, pauses: 1 })
})

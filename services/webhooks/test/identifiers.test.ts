import { randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const identity = partnerIdentity({ id: randomUUID() })

it('a malformed identifier of a delivery is not found', async () => {
  const params = { delivery_id: 'nonsense' }
  await expect(fixture.gateway.call(operations.replayDelivery, { params, identity })).rejects.toMatchObject({
    code: 'not-found',
  })
})

it('an invalid cursor is refused', async () => {
  const query = { cursor: Buffer.from('["x"]').toString('base64url') }
  await expect(fixture.gateway.call(operations.listDeliveries, { query, identity })).rejects.toMatchObject({
    code: 'invalid-field',
    faults: [{ pointer: '/cursor' }],
  })
})

it.each([
  ['PUT', 'webhook', { url: 'https://receiver.example' }],
  ['POST', 'webhook/enable', {}],
  ['POST', 'webhook/replay', {}],
])('support: %s %s refuses an Idempotency-Key', async (method, path, body) => {
  const account = randomUUID()
  const send = fixture.asSupport(account)(method)
  const answer = await send(`/admin/accounts/${account}/${path}`, body, { 'idempotency-key': 'k-1' })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-header'])
})

it('support reads the webhook of an account and its deliveries, and replays them in its own name', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  const send = fixture.asSupport(account)
  const path = `/admin/accounts/${account}/webhook`
  expect((await send('GET')(path)).body).toMatchObject({ enabled: true })
  await fixture.share(account)
  const list = async (query = '') => (await send('GET')(`${path}/deliveries${query}`)).body.items
  await eventually(async () => (await list('?state=delivered')).length === 1)
  const { status, body } = await send('POST')(`${path}/replay`, { state: 'delivered' })
  expect([status, body]).toEqual([202, { replayed: 1 }])
  expect((await list())[0].replays).toMatchObject([{ actor: 'support' }])
})

it('an admin operation is refused without support, also for the gateway', async () => {
  const params = { account_id: identity.account }
  await expect(fixture.gateway.call(operations.readAccountWebhook, { params, identity })).rejects.toMatchObject({
    code: 'internal-error',
  })
})

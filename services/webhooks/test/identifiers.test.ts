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

it('support repeats a request with its Idempotency-Key: the webhook keeps its secret, and nothing is sent twice', async () => {
  const account = randomUUID()
  const send = (method: string, path: string, body: object) =>
    fixture.asSupport(account)(method)(`/admin/accounts/${account}/${path}`, body, { 'idempotency-key': 'k-1' })
  const set = () => send('PUT', 'webhook', { url: 'https://receiver.example' })
  expect((await set()).status).toBe(200)
  const repeated = await set()
  expect([repeated.status, repeated.body.code]).toEqual([409, 'secret-already-given'])
  const replay = () => send('POST', 'webhook/replay', {})
  expect([(await replay()).status, (await replay()).headers.get('idempotency-replayed')]).toEqual([202, 'true'])
  // A repeat of this one changes nothing anyway.
  expect((await send('POST', 'webhook/enable', {})).status).toBe(200)
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

it('an instant that no program can read is refused, and a webhook that support enables since then stays disabled', async () => {
  const account = randomUUID()
  await fixture.setWebhook(account)
  await fixture.database.knex('endpoints').where({ account }).update({ enabled: false })
  const send = fixture.asSupport(account)
  const path = `/admin/accounts/${account}/webhook`
  for (const since of ['2026-07-14T12:00:00+02', '2026-12-31T23:59:60Z']) {
    for (const action of ['replay', 'enable']) {
      const { status, body } = await send('POST')(`${path}/${action}`, { since })
      expect([status, body.errors]).toMatchObject([422, [{ pointer: '/since', code: 'invalid-field' }]])
    }
  }
  expect((await send('GET')(path)).body.enabled).toBe(false)
})

it('an admin operation is refused without support, also for the gateway', async () => {
  const params = { account_id: identity.account }
  await expect(fixture.gateway.call(operations.readAccountWebhook, { params, identity })).rejects.toMatchObject({
    code: 'internal-error',
  })
})

import { createHmac, randomUUID } from 'node:crypto'
import { operations } from '@guidebook/contracts'
import { eventually, partnerIdentity, supportIdentity, testAccount } from '@guidebook/service-kit/test'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Fixture, newLink, sharedRecord, startFixture } from './fixture.ts'

// cspell:ignore antwortete Empfänger

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  fixture.receiver.received.length = 0
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
})

const setWebhook = (account: string, address?: string) => fixture.setWebhook(account, address)
const share = (account: string, link?: string, id?: string) => fixture.share(account, link, id)
const deliveries = async (account: string) => {
  const { body } = await fixture.gateway.call(operations.listDeliveries, {
    query: {},
    identity: partnerIdentity({ id: account }),
  })
  return body.items
}
const readDelivery = async (id: string, deliveryId: string) => {
  const request = { params: { delivery_id: deliveryId }, identity: partnerIdentity({ id }) }
  return (await fixture.gateway.call(operations.readDelivery, request)).body
}
const settled = (account: string, state: 'delivered' | 'failed') =>
  eventually(async () => (await deliveries(account)).find((delivery) => delivery.state === state))
const attempted = (account: string, attempts: number) =>
  eventually(async () => {
    const [delivery] = await deliveries(account)
    return delivery?.attempts.length === attempts && delivery
  })

it('a shared release arrives once, as only the record, with a valid signature', async () => {
  const account = randomUUID()
  const secret = await setWebhook(account)
  const link = newLink()
  const id = await share(account, link)
  await settled(account, 'delivered')
  const [received] = fixture.receiver.received
  expect(fixture.receiver.received).toHaveLength(1)
  expect(JSON.parse(received?.body ?? '')).toEqual(sharedRecord(link))
  expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `msg_${id}` })
  const timestamp = received?.headers['webhook-timestamp']
  expect(timestamp).toBe(String(Math.floor(fixture.clock.now().getTime() / 1000)))
  // Computed as the guide for receivers says, without the library that the service signs with.
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `msg_${id}.${timestamp}.${received?.body}`
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  expect(received?.headers['webhook-signature']).toBe(signature)
})

it('a message that arrives twice causes one delivery', async () => {
  const account = randomUUID()
  await setWebhook(account)
  const id = randomUUID()
  const link = newLink()
  await share(account, link, id)
  await share(account, link, id)
  await share(account)
  await eventually(async () => (await deliveries(account)).filter(({ state }) => state === 'delivered').length === 2)
  expect(fixture.receiver.received.filter(({ headers }) => headers['webhook-id'] === `msg_${id}`)).toHaveLength(1)
})

it('an invalid message goes to the dead letters', async () => {
  await fixture.bus.sendRaw('release.shared.v1', Buffer.from('{"specversion":'))
  await fixture.bus.deadLetters('webhooks', 'release.shared.v1', 1)
})

it('for an account without a webhook nothing is sent or stored', async () => {
  const account = randomUUID()
  const other = randomUUID()
  await setWebhook(other)
  await share(account)
  await share(other)
  await settled(other, 'delivered')
  expect(await deliveries(account)).toEqual([])
})

it('failed attempts follow the schedule under one id with fresh timestamps, then the delivery has failed', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end('not today')
  const account = randomUUID()
  await setWebhook(account)
  await share(account)
  const delays = [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]
  for (const [index, seconds] of delays.entries()) {
    const delivery = await attempted(account, index + 1)
    const wait = Date.parse(delivery.nextAttemptAt ?? '') - fixture.clock.now().getTime()
    expect(wait).toBeGreaterThanOrEqual(seconds * 1000)
    expect(wait).toBeLessThanOrEqual(seconds * 1100)
    fixture.clock.advance(wait)
  }
  const failed = await settled(account, 'failed')
  expect(failed.attempts).toHaveLength(10)
  expect(failed.attempts[0]).toMatchObject({ status: 500, outcome: 'refused', response: 'not today' })
  const ids = new Set(fixture.receiver.received.map(({ headers }) => headers['webhook-id']))
  const times = new Set(fixture.receiver.received.map(({ headers }) => headers['webhook-timestamp']))
  expect([ids.size, times.size]).toEqual([1, 10])
})

it('a list shows the beginning of each response, and one delivery all that is stored with the request as it arrived', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end('x'.repeat(20_000))
  const account = randomUUID()
  await setWebhook(account)
  await share(account)
  const delivery = await attempted(account, 1)
  expect(delivery.attempts[0]?.response).toHaveLength(1_000)
  const { request, ...detail } = await readDelivery(account, delivery.id)
  expect(detail.attempts[0]?.response).toHaveLength(16 * 1024)
  // Deliveries of other tests may arrive, too.
  const received = fixture.receiver.received.find(({ headers }) => headers['webhook-id'] === delivery.webhookId)
  expect(request).toEqual({
    method: 'POST',
    url: fixture.receiver.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'guidebook-webhooks',
      'webhook-id': delivery.webhookId,
    },
    body: received?.body,
  })
  const at = Date.parse(detail.attempts[0]?.at ?? '')
  const ofAttempt = { 'webhook-timestamp': String(Math.floor(at / 1000)) }
  expect(received?.headers).toMatchObject({ ...request.headers, ...ofAttempt })
  expect(delivery).not.toHaveProperty('request')
  await expect(readDelivery(randomUUID(), delivery.id)).rejects.toMatchObject({ code: 'not-found' })
})

it('410 disables the endpoint, the account gets a mail, and support recovers missed deliveries', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(410).end()
  const account = randomUUID()
  await setWebhook(account)
  await fixture.bus.send('account.changed.v1', testAccount({ id: account, email: 'office@seller.example' }))
  await eventually(async () => fixture.database.knex('account_projections').where('id', account).first('id'))
  await share(account)
  await settled(account, 'failed')
  const { body } = await fixture.gateway.call(operations.readWebhook, { identity: partnerIdentity({ id: account }) })
  expect(body).toMatchObject({ enabled: false, disabledReason: 'The receiver responded with 410 Gone.' })
  const german = { identity: partnerIdentity({ id: account }), language: 'de' }
  const { body: inGerman } = await fixture.gateway.call(operations.readWebhook, german)
  expect(inGerman.disabledReason).toBe('Der Empfänger antwortete mit 410 Gone.')
  const mails = await fixture.database.knex('outgoing_mails').select(fixture.database.knex.raw("content->>'to' as to"))
  expect(mails).toEqual([{ to: 'office@seller.example' }])
  await share(account)
  await eventually(async () => (await deliveries(account)).length === 2)
  fixture.receiver.answer = (_request, response) => response.writeHead(200).end()
  const enabled = await fixture.gateway.call(operations.enableAccountWebhook, {
    params: { account_id: account },
    identity: supportIdentity(account),
    body: { since: '2027-01-01T00:00:00.000Z' },
  })
  expect(enabled.body.recovered).toBe(2)
  await eventually(async () => (await deliveries(account)).every(({ state }) => state === 'delivered'))
})

it('the delivery whose 410 disabled the endpoint is recovered from the time since which support sees failures', async () => {
  // The response takes a second.
  fixture.receiver.answer = (_request, response) => {
    fixture.clock.advance(1_000)
    response.writeHead(410).end()
  }
  const account = randomUUID()
  await setWebhook(account)
  await share(account)
  await settled(account, 'failed')
  const identity = supportIdentity(account)
  const params = { account_id: account }
  const { body: webhook } = await fixture.gateway.call(operations.readAccountWebhook, { params, identity })
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  const body = { since: webhook.failingSince ?? '' }
  const enabled = await fixture.gateway.call(operations.enableAccountWebhook, { params, identity, body })
  expect(enabled.body.recovered).toBe(1)
  await settled(account, 'delivered')
})

it('the account gets this mail also when the service has no copy of the account yet', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(410).end()
  const account = testAccount({ type: 'reseller' })
  fixture.accounts.push(account)
  await setWebhook(account.id)
  await share(account.id)
  await settled(account.id, 'failed')
  const { knex } = fixture.database
  const mails = await knex('outgoing_mails')
    .where({ account: account.id })
    .select('kind', knex.raw("content->>'to' as to"))
  expect(mails).toEqual([{ kind: 'webhook-off', to: account.email }])
})

it('support ends a webhook: pending deliveries fail, nothing is sent to its address, and they can be sent to a later one', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(500).end()
  const account = randomUUID()
  await setWebhook(account)
  await share(account)
  await attempted(account, 1)
  const identity = supportIdentity(account)
  const end = () => fixture.gateway.call(operations.endAccountWebhook, { params: { account_id: account }, identity })
  expect((await end()).status).toBe(204)
  expect((await end()).status).toBe(204)
  expect((await settled(account, 'failed')).nextAttemptAt).toBeNull()
  const { body } = await fixture.gateway.call(operations.readWebhook, { identity: partnerIdentity({ id: account }) })
  expect(body).toMatchObject({ url: null, enabled: false })
  const [ended] = await deliveries(account)
  expect((await readDelivery(account, ended?.id ?? '')).request.url).toBeNull()

  fixture.receiver.received.length = 0
  fixture.receiver.answer = (_request, response) => response.writeHead(204).end()
  const undelivered = await share(account)
  await eventually(() => fixture.database.knex('inbox').where('message_id', undelivered).first())
  await setWebhook(account)
  const params = { account_id: account }
  const replayed = await fixture.gateway.call(operations.replayAccountDeliveries, { params, identity, body: {} })
  expect(replayed.body.replayed).toBe(1)
  await settled(account, 'delivered')
  expect(fixture.receiver.received).toHaveLength(1)
})

it('a webhook that is set after the end of another gets none of its pending deliveries', async () => {
  const account = randomUUID()
  await setWebhook(account)
  const now = fixture.clock.now()
  const due = new Date(now.getTime() + 60_000)
  const waiting = Array.from({ length: 2_001 }, () => ({
    ...{ id: randomUUID(), account, webhook_id: randomUUID(), kind: 'release.shared', body: '{}' },
    ...{ created_at: now, next_attempt_at: due },
  }))
  await fixture.database.knex.batchInsert('deliveries', waiting, 1_000)
  const params = { account_id: account }
  await fixture.gateway.call(operations.endAccountWebhook, { params, identity: supportIdentity(account) })
  await setWebhook(account)
  const pending = fixture.database.knex('deliveries').where({ account, state: 'pending' })
  expect(await pending.first()).toBeUndefined()
})

it('410 disables the endpoint without waiting for its pending deliveries, which fail afterwards', async () => {
  fixture.receiver.answer = (_request, response) => response.writeHead(410).end()
  const account = randomUUID()
  await setWebhook(account)
  const { knex } = fixture.database
  const now = fixture.clock.now()
  const waiting = { id: randomUUID(), account, webhook_id: randomUUID(), kind: 'release.shared', body: '{}' }
  await knex('deliveries').insert({ ...waiting, created_at: now, next_attempt_at: new Date(now.getTime() + 60_000) })
  const holding = await knex.transaction()
  await holding('deliveries').where({ id: waiting.id }).forUpdate()
  await share(account)
  const identity = partnerIdentity({ id: account })
  await eventually(async () => !(await fixture.gateway.call(operations.readWebhook, { identity })).body.enabled)
  await holding.rollback()
  await eventually(async () => (await deliveries(account)).every(({ state }) => state === 'failed'))
  expect(await deliveries(account)).toHaveLength(2)
})

it('a release that is shared while the endpoint is being disabled does not wait, and fails', async () => {
  const account = randomUUID()
  await setWebhook(account)
  const { knex } = fixture.database
  const disabling = await knex.transaction()
  await disabling('endpoints').where({ account }).update({ enabled: false })
  const id = await share(account)
  await eventually(() => knex('inbox').where('message_id', id).first())
  await disabling.commit()
  const { webhookId } = await settled(account, 'failed')
  expect(webhookId).toBe(`msg_${id}`)
  expect(fixture.receiver.received.filter(({ headers }) => headers['webhook-id'] === webhookId)).toEqual([])
})

it('a delivery that is stored as failed while support enables the endpoint is recovered', async () => {
  const account = randomUUID()
  await setWebhook(account)
  const { knex } = fixture.database
  await knex('endpoints').where({ account }).update({ enabled: false })
  const storing = await knex.transaction()
  await storing.raw('select from endpoints where account = :account for key share', { account })
  const now = fixture.clock.now()
  const stored = { id: randomUUID(), account, webhook_id: randomUUID(), kind: 'release.shared', body: '{}' }
  await storing('deliveries').insert({ ...stored, state: 'failed', created_at: now, settled_at: now })
  const enabling = fixture.gateway.call(operations.enableAccountWebhook, {
    params: { account_id: account },
    identity: supportIdentity(account),
    body: { since: '2027-01-01T00:00:00.000Z' },
  })
  await eventually(async () => {
    const { rows } = await knex.raw(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update endpoints%' and datname = current_database()`,
    )
    return rows.length > 0
  })
  await storing.commit()
  expect((await enabling).body.recovered).toBe(1)
  await settled(account, 'delivered')
})

it('while a secret is rotated deliveries have two signatures, afterwards one', async () => {
  const account = randomUUID()
  const old = await setWebhook(account)
  const { body } = await fixture.gateway.call(operations.rotateWebhookSecret, {
    identity: partnerIdentity({ id: account }),
  })
  await share(account)
  await settled(account, 'delivered')
  const [first] = fixture.receiver.received
  const signatures = first?.headers['webhook-signature']?.split(' ') ?? []
  const at = new Date(Number(first?.headers['webhook-timestamp']) * 1000)
  const sign = (secret: string) => new Webhook(secret).sign(first?.headers['webhook-id'] ?? '', at, first?.body ?? '')
  expect(signatures).toEqual([sign(body.secret), sign(old)])
  fixture.clock.advance(25 * 3_600_000)
  const later = `msg_${await share(account)}`
  // Deliveries of other tests may have become due with the clock.
  const second = await eventually(() =>
    fixture.receiver.received.find(({ headers }) => headers['webhook-id'] === later),
  )
  expect(second.headers['webhook-signature']?.split(' ')).toHaveLength(1)
})

it('an internal address is refused when it is set, with a pointer', async () => {
  await expect(setWebhook(randomUUID(), 'https://10.0.0.1/')).rejects.toMatchObject({
    code: 'webhook-url-not-allowed',
    faults: [{ pointer: '/url' }],
  })
})

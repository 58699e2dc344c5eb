import { beforeEach, describe, expect } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})
beforeEach(() => {
  for (const fake of Object.values(fixture.fakes)) fake.answer((_, response) => json(response, 200, { queues: [] }))
})

describe('support and an account’s webhook', () => {
  test('sets the webhook of an account and gets its secret', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) =>
      json(response, 200, { secret: 'whsec_x' }, { 'cache-control': 'no-store' }),
    )
    const { status, body, headers } = await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, {
      json: { url: 'https://receiver.example/hook' },
    })
    expect([status, body]).toEqual([200, { secret: 'whsec_x' }])
    expect(headers.get('cache-control')).toBe('no-store')
    const received = fixture.fakes.webhooks.received.at(-1)
    expect(received).toMatchObject({
      method: 'PUT',
      url: `/admin/accounts/${id}/webhook`,
      identity: { scope: 'support', account: id },
    })
    expect(JSON.parse(String(received?.body))).toEqual({ url: 'https://receiver.example/hook' })
  })

  test('gets the problem document of the service that refuses', async () => {
    const { id } = await fixture.account()
    const problem = {
      code: 'webhook-url-not-allowed',
      detail: 'private',
      errors: [{ pointer: '/url', code: 'webhook-url-not-allowed', message: 'x' }],
    }
    fixture.fakes.webhooks.answer((_, response) => json(response, 422, problem))
    const { status, body } = await fixture.admin('PUT', `/admin/accounts/${id}/webhook`, {
      json: { url: 'https://10.0.0.1/' },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'webhook-url-not-allowed', errors: [{ pointer: '/url' }] })
  })

  test('recovers missed deliveries', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { recovered: 3 }))
    const since = '2026-07-01T00:00:00Z'
    expect((await fixture.admin('POST', `/admin/accounts/${id}/webhook/enable`, { json: { since } })).body).toEqual({
      recovered: 3,
    })
  })

  test('enables a webhook without a start time', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { recovered: 0 }))
    const { status, body } = await fixture.admin('POST', `/admin/accounts/${id}/webhook/enable`)
    expect([status, body]).toEqual([200, { recovered: 0 }])
  })

  test('reads the webhook of an account', async () => {
    const { id } = await fixture.account()
    const webhook = {
      url: 'https://receiver.example/hook',
      enabled: true,
      disabledReason: null,
      pausedUntil: null,
      failingSince: null,
      secretCreatedAt: '2026-07-01T00:00:00.000Z',
      previousSecretValidUntil: null,
    }
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, webhook))
    expect((await fixture.admin('GET', `/admin/accounts/${id}/webhook`)).body).toEqual(webhook)
    expect(fixture.fakes.webhooks.received.at(-1)?.identity).toMatchObject({ scope: 'support', account: id })
  })

  test('lists the deliveries of an account and replays them as support', async () => {
    const { id } = await fixture.account()
    fixture.fakes.webhooks.answer((_, response) => json(response, 200, { items: [], nextCursor: null }))
    const listed = await fixture.admin('GET', `/admin/accounts/${id}/webhook/deliveries?state=failed`)
    expect([listed.status, listed.body]).toEqual([200, { items: [], nextCursor: null }])
    expect(fixture.fakes.webhooks.received.at(-1)).toMatchObject({
      url: `/admin/accounts/${id}/webhook/deliveries?state=failed`,
      identity: { scope: 'support', account: id },
    })
    fixture.fakes.webhooks.answer((_, response) => json(response, 202, { replayed: 3 }))
    const range = { since: '2026-07-01T00:00:00.000Z' }
    const replayed = await fixture.admin('POST', `/admin/accounts/${id}/webhook/replay`, { json: range })
    expect([replayed.status, replayed.body]).toEqual([202, { replayed: 3 }])
    expect(fixture.fakes.webhooks.received.at(-1)?.identity).toMatchObject({ scope: 'support', account: id })
    expect((await fixture.admin('POST', '/admin/accounts/nobody/webhook/replay')).status).toBe(404)
  })

  test('sets nothing for an account that does not exist', async () => {
    const before = fixture.fakes.webhooks.received.length
    const answer = await fixture.admin('PUT', '/admin/accounts/nobody/webhook', {
      json: { url: 'https://receiver.example' },
    })
    expect(answer.status).toBe(404)
    expect(fixture.fakes.webhooks.received).toHaveLength(before)
  })
})

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { createWebhookVerifier, verifyWebhook, WebhookVerificationError } from '../src/webhook.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const newer = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const body = JSON.stringify({ id: 12, link: 'abc', bundleName: 'Über die Pässe' })
const record = JSON.parse(body)

const headersOf = (signedBy: string, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(signedBy).sign('msg_1', at, body),
})

describe('a delivery is verified', () => {
  const headers = headersOf(secret)
  it.each([
    ['with headers of Node', headers],
    ['with headers of fetch', new Headers(headers)],
    [
      'with capitalized headers',
      {
        'Webhook-Id': headers['webhook-id'],
        'Webhook-Timestamp': [headers['webhook-timestamp']],
        'Webhook-Signature': headers['webhook-signature'],
      },
    ],
  ])('%s', (_, given) => {
    expect(verifyWebhook(secret, given, body)).toEqual(record)
  })

  it('from bytes', () => {
    expect(verifyWebhook(secret, headers, Buffer.from(body))).toEqual(record)
    expect(verifyWebhook(secret, headers, new TextEncoder().encode(body))).toEqual(record)
  })

  it('while one secret replaces another', () => {
    expect(verifyWebhook([secret, newer], headersOf(newer), body)).toEqual(record)
    expect(verifyWebhook([newer, secret], headersOf(secret), body)).toEqual(record)
    const both = headersOf(secret)
    both['webhook-signature'] += ` ${headersOf(newer)['webhook-signature']}`
    expect(verifyWebhook(newer, both, body)).toEqual(record)
  })
})

describe('a delivery is refused', () => {
  it.each([
    ['that another secret signed', newer, headersOf(secret), body],
    ['that was changed in transit', secret, headersOf(secret), body.replace('12', '13')],
    ['that is too old', secret, headersOf(secret, new Date(Date.now() - 600_000)), body],
    ['without a signature', secret, { 'webhook-id': 'msg_1' }, body],
  ])('%s', (_, by, headers, sent) => {
    expect(() => verifyWebhook(by, headers, sent)).toThrow(WebhookVerificationError)
  })

  it('when there is no secret', () => {
    expect(() => verifyWebhook([], headersOf(secret), body)).toThrow(TypeError)
  })
})

it.each([
  ['an empty secret', ''],
  ['no secret', []],
  ['an empty secret beside a valid one', ['whsec_dGVzdA==', '']],
  ['an API key', 'gbk_live_x'],
])('a verifier is not made from %s', (_, secrets) => {
  expect(() => createWebhookVerifier(secrets)).toThrow(TypeError)
})

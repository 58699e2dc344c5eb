import { sendTarget, type TargetAnswer } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
let key: string
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
  key = (await fixture.account()).key ?? ''
  for (const name of ['geodata', 'releases'] as const) {
    fixture.fakes[name].answer((request, response) => {
      const body = request.url?.includes('missing') ? '{"code":"not-found"}' : '<p>page</p>'
      response.writeHead(body.startsWith('{') ? 404 : 200, {
        'content-type': body.startsWith('{') ? 'application/problem+json' : 'text/html; charset=utf-8',
        // A service does not decide these.
        'x-robots-tag': 'all',
        'referrer-policy': 'unsafe-url',
        'strict-transport-security': 'max-age=0',
      })
      response.end(body)
    })
  }
})

const send = (target: string, { method = 'GET', authorized = true, url = fixture.gateway.url } = {}) =>
  sendTarget(url, { method, target, verdict: { sees: '' } }, authorized ? key : undefined)

const securityHeaders = ({ headers }: TargetAnswer) =>
  Object.fromEntries(
    ['x-content-type-options', 'referrer-policy', 'x-robots-tag', 'strict-transport-security', 'x-request-id'].map(
      (name) => [name, headers[name]],
    ),
  )
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

describe('security headers are on', () => {
  test.each([
    ['a partner’s answer from a service', 200, '/content/geodata/x', {}],
    ['a partner’s answer from the gateway', 200, '/account', {}],
    ['a traveller’s page', 200, '/t/link', {}],
    ['a traveller’s page to HEAD', 200, '/t/link', { method: 'HEAD' }],
    ['a problem from a service', 404, '/content/geodata/missing', {}],
    ['a traveller’s problem', 404, '/t/missing', {}],
    ['a request without a key', 401, '/account', { authorized: false }],
    ['a path that does not exist', 404, '/nope', {}],
    ['a method that does not exist', 405, '/account', { method: 'DELETE' }],
    ['the methods of a path', 204, '/account', { method: 'OPTIONS' }],
    ['a target that is refused', 400, '/account#x', {}],
    ['a request that is not HTTP', 400, '/a b', {}],
    ['headers that are too large', 431, `/${'x'.repeat(20_000)}`, {}],
    ['a tunnel', 400, 'guidebook.test:443', { method: 'CONNECT' }],
  ])('%s', async (_, status, target, options) => {
    const answer = await send(target, options)
    expect(answer.status).toBe(status)
    expect(securityHeaders(answer)).toEqual({ ...everywhere, 'x-robots-tag': 'noindex, nofollow' })
  })

  test.each([
    ['/docs', 200],
    ['/openapi.json', 200],
    ['/docs/errors/not-found', 200],
    ['/docs/nothing', 404],
  ])('the documentation at %s, which search engines may list', async (target, status) => {
    const answer = await send(target)
    expect(answer.status).toBe(status)
    expect(securityHeaders(answer)).toEqual({ ...everywhere, 'x-robots-tag': undefined })
  })
})

test('only a public address with https promises https', async () => {
  await using plain = await fixture.startOther({ PUBLIC_URL: 'http://guidebook.test' })
  for (const target of ['/docs', '/account', '/a b']) {
    const { headers } = await send(target, { url: plain.gateway.url, authorized: false })
    expect([headers['strict-transport-security'], headers['x-content-type-options']]).toEqual([undefined, 'nosniff'])
  }
})

test('a request that is not HTTP gets a problem document, and its connection closes', async () => {
  const { status, headers, body } = await send('/a b')
  expect([status, headers.connection, headers['content-type']]).toEqual([400, 'close', 'application/problem+json'])
  expect(JSON.parse(body)).toMatchObject({
    type: 'https://guidebook.test/docs/errors/malformed-request',
    status: 400,
    code: 'malformed-request',
    requestId: headers['x-request-id'],
  })
})

import { beforeEach, describe, expect } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
let account: Record<string, string>
let as: ReturnType<Fixture['as']>
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
  account = await fixture.account()
  as = fixture.as(account.key ?? '')
})
beforeEach(() => fixture.forget())

describe('a request of a partner', () => {
  test('reaches the service of its operation with a signed identity in the place of the key', async () => {
    await as('GET', '/content/geodata/abc?x=1')
    const { url, method, identity, headers } = fixture.last('geodata')
    expect([method, url]).toEqual(['GET', '/content/geodata/abc?x=1'])
    expect(identity).toMatchObject({
      scope: 'partner',
      issuer: 'gateway',
      account: account.id,
      oid: account.oid,
      test: false,
    })
    expect(JSON.stringify(headers)).not.toContain(account.key)
  })

  test.each([
    ['releases', 'POST', '/content/release/ondemand'],
    ['webhooks', 'POST', '/account/webhook/ping'],
    ['importer', 'GET', '/account/imports'],
    ['geodata', 'PUT', '/content/library/A%20B'],
  ] as const)('goes to %s for %s %s, the path as it came', async (service, method, path) => {
    await as(method, path, method === 'GET' ? {} : { json: {} })
    expect(fixture.last(service)).toMatchObject({ method, url: path })
  })

  test('carries what a service needs to know and nothing that states an identity', async () => {
    await as('POST', '/content/library', {
      json: { a: 1 },
      headers: {
        'idempotency-key': 'k-1',
        'if-match': '"1"',
        'accept-language': 'de',
        'sec-fetch-dest': 'empty',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'x-request-id': 'partner-7',
        cookie: 'session=1',
        'x-forwarded-user': 'root',
        'x-account': 'other',
        'x-identity': 'other',
      },
    })
    const { headers, body } = fixture.last('geodata')
    expect(JSON.parse(body.toString())).toEqual({ a: 1 })
    expect(headers).toMatchObject({
      'idempotency-key': 'k-1',
      'if-match': '"1"',
      'accept-language': 'de',
      'sec-fetch-dest': 'empty',
      // `fetch` adds it.
      'sec-fetch-mode': 'cors',
      'x-request-id': 'partner-7',
      'content-type': 'application/json',
    })
    expect(headers.traceparent).toContain('0af7651916cd43dd8448eb211c80319c')
    for (const name of ['cookie', 'x-forwarded-user', 'x-account', 'x-identity'])
      expect(headers).not.toHaveProperty(name)
  })

  test('gets the answer as the service gave it', async () => {
    fixture.fakes.geodata.answer((_, response) =>
      json(
        response,
        201,
        { id: 'x' },
        { location: '/content/geodata/x', etag: '"7"', 'x-request-id': 'inner', connection: 'close' },
      ),
    )
    const { status, headers, body } = await as('POST', '/content/library', {
      json: {},
      headers: { 'x-request-id': 'outer' },
    })
    expect([status, body]).toEqual([201, { id: 'x' }])
    expect(headers.get('location')).toBe('/content/geodata/x')
    expect(headers.get('etag')).toBe('"7"')
    expect(headers.get('x-request-id')).toBe('outer')
    expect(headers.get('connection')).not.toBe('close')
  })

  test('gets a problem of the service as it is', async () => {
    const problem = { code: 'custom-id-taken', status: 409 }
    fixture.fakes.geodata.answer((_, response) =>
      json(response, 409, problem, { 'content-type': 'application/problem+json' }),
    )
    expect(await as('POST', '/content/library', { json: {} })).toMatchObject({ status: 409, body: problem })
  })

  test.each([
    ['text/csv', 'text/csv'],
    [undefined, null],
  ])('gets an empty answer of type %s with exactly that type', async (type, expected) => {
    fixture.fakes.geodata.answer((_, response) => {
      response.writeHead(200, { 'content-length': 0, ...(type && { 'content-type': type }) }).end()
    })
    const { headers } = await as('GET', '/content/geodata/abc')
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual([expected, '0'])
  })

  test('for another account is refused before any service hears of it', async () => {
    const other = await fixture.account()
    const { status, body } = await as('GET', `/content/release/${other.id}`)
    expect([status, body.code]).toEqual([403, 'account-mismatch'])
    expect(body.errors).toMatchObject([{ pointer: '/account', message: expect.stringContaining('GET /account') }])
    expect(fixture.fakes.releases.received).toEqual([])
  })

  test('for an Operator ID in place of the account ID says what an account ID looks like', async () => {
    const { status, body } = await as('GET', '/content/release/ABC')
    expect([status, body.code]).toEqual([403, 'account-mismatch'])
    expect(body.detail).toMatch(/An account ID is a UUID such as .*, not an Operator ID\. GET \/account returns/)
  })

  test('without a key is refused before any service hears of it', async () => {
    for (const path of ['/content/geodata/abc', '/account/webhook', '/account/imports', '/content/release/x']) {
      expect((await fixture.call('GET', path)).status).toBe(401)
    }
    expect(Object.values(fixture.fakes).flatMap(({ received }) => received)).toEqual([])
  })

  test('is never answered with 401 because a service refused the gateway', async () => {
    fixture.fakes.geodata.answer((_, response) => json(response, 401, { code: 'unauthorized' }))
    expect(await as('GET', '/content/geodata/abc')).toMatchObject({ status: 500, body: { code: 'internal-error' } })
    expect(fixture.fakes.geodata.received).toHaveLength(1)
  })
})

describe('a request of a traveller', () => {
  test('needs no key, states nobody and leaves stray parameters behind', async () => {
    fixture.fakes.releases.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'),
    )
    const { status, body } = await fixture.call('GET', '/t/some-link?utm_source=mail', {
      headers: { authorization: account.key ?? '' },
    })
    expect([status, body]).toEqual([200, '<p>Hello'])
    const { url, identity } = fixture.last('releases')
    expect(url).toBe('/t/some-link')
    expect(identity).toMatchObject({ scope: 'traveller', account: null, oid: null })
  })
})

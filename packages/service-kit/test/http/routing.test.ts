import { type Operation, type ServiceName, serviceNames } from '@guidebook/contracts'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { route, serviceIdentity } from '../../src/index.ts'
import { partnerIdentity, supportIdentity } from '../../src/test/test-accounts.ts'
import { testKeys } from '../../src/test/test-keys.ts'
import { operation, rawExchange, sendJson, type TestApp, testApp } from './test-app.ts'

const answer = Type.Object({ by: Type.String() }, { additionalProperties: false })
const responses = { 200: { description: 'Which one answered.', body: answer } }

function named(id: string, method: Operation['method'], path: string) {
  return route(operation({ id, method, path, responses }), async () => ({ status: 200, body: { by: id } }))
}

describe('routing', () => {
  let app: TestApp
  beforeAll(async () => {
    // The least specific route first: the order of declaration must not matter.
    app = await testApp([
      named('item', 'GET', '/content/{id}'),
      named('removeItem', 'DELETE', '/content/{id}'),
      named('gpx', 'GET', '/content/{id}.gpx'),
      named('pois', 'POST', '/content/poi'),
      named('list', 'GET', '/content/list'),
      named('deep', 'GET', '/content/{id}/audit'),
    ])
  })
  afterAll(() => app.stop())

  test.each([
    ['/content/abc', 'item'],
    ['/content/abc.gpx', 'gpx'],
    ['/content/list', 'list'],
    ['/content/abc/audit', 'deep'],
    ['/content/a%20b%3Fc', 'item'],
  ])('GET %s is answered by %s', async (path, by) => {
    expect(await (await app.fetch(path)).json()).toEqual({ by })
  })

  test.each(['/', '/content', '/content/', '/content/abc/', '/CONTENT/abc', '//content/abc', '/content/a/b/c/d'])(
    '%s is not found',
    async (path) => {
      expect((await app.fetch(path)).status).toBe(404)
    },
  )

  test('another method is refused with the allowed ones', async () => {
    const response = await app.fetch('/content/abc', { method: 'PATCH' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS'])
    expect(await response.json()).toMatchObject({ code: 'method-not-allowed' })
  })

  test('OPTIONS returns the allowed methods', async () => {
    const response = await app.fetch('/content/abc/audit', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })

  test('HEAD returns the headers of GET without a body', async () => {
    const head = await app.fetch('/content/abc', { method: 'HEAD' })
    const get = await app.fetch('/content/abc')
    for (const name of ['etag', 'content-length', 'content-type'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    expect(await head.text()).toBe('')
  })

  test('a malformed identifier returns 404; another malformed parameter returns its expected form', async () => {
    const params = Type.Object({
      id: Type.String({ wellFormed: true, maxLength: 10 }),
      flag: Type.String({ pattern: '^[01]$' }),
    })
    const path = '/items/{id}/locked/{flag}'
    await using items = await testApp([
      route(operation({ method: 'GET', path, params, responses }), async () => ({ status: 200, body: { by: 'x' } })),
    ])
    const statusOf = async (asked: string) => (await items.fetch(asked)).status
    expect(await statusOf('/items/abc/locked/1')).toBe(200)
    expect(await statusOf('/items/abc/locked/2')).toBe(422)
    expect(await statusOf('/items/a%00b/locked/1')).toBe(404)
    expect(await statusOf('/items/abcdefghijk/locked/2')).toBe(404)
  })

  test('an invalid path gets a response', async () => {
    for (const target of [
      '/content/%zz',
      '/content/%ff%fe',
      '/content/../x',
      '/%00',
      'http://other/content/list',
      '*',
    ]) {
      const text = await rawExchange(app.port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(text).toMatch(/^HTTP\/1.1 (200|4\d\d) /)
    }
  })
})

describe('the guard', () => {
  const keys = testKeys()
  const partners = operation({ id: 'partners', method: 'GET', path: '/partners', responses })
  const builders = operation({
    id: 'builders',
    method: 'GET',
    path: '/builders',
    audience: 'internal',
    callers: ['builder'],
    responses,
  })
  const support = operation({ id: 'support', method: 'GET', path: '/support', audience: 'admin', responses })
  const writes = operation({ id: 'writes', method: 'POST', path: '/writes', body: Type.Object({}), responses })
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(
      [partners, builders, support, writes].map((one) =>
        route(one, async ({ identity }) => ({ status: 200, body: { by: identity.issuer } })),
      ),
      { verifier: keys.verifier('geodata') },
    )
  })
  afterAll(() => app.stop())

  async function as(service: ServiceName, path: string, identity = serviceIdentity(service)): Promise<number> {
    const token = await keys.issuer(service).sign({ audience: 'geodata', identity })
    return (await app.fetch(path, { headers: { authorization: `Bearer ${token}` } })).status
  }

  test('refuses a request without credentials, and states the scheme', async () => {
    const response = await app.fetch('/partners')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  })

  test('refuses before it reads the body', async () => {
    expect((await app.fetch('/writes', sendJson('{'))).status).toBe(401)
  })

  test('allows only the gateway to call for partners, and only named services to call internal operations', async () => {
    for (const service of serviceNames) {
      expect(await as(service, '/partners')).toBe(service === 'gateway' ? 200 : 403)
      expect(await as(service, '/builders')).toBe(service === 'builder' ? 200 : 403)
    }
  })

  test('allows only support to call admin operations, and only through the gateway', async () => {
    for (const service of serviceNames) {
      expect(await as(service, '/support', supportIdentity())).toBe(service === 'gateway' ? 200 : 403)
      expect(await as(service, '/support')).toBe(403)
    }
    expect(await as('gateway', '/support', partnerIdentity({ id: 'a1' }))).toBe(403)
    const traveller = { scope: 'traveller', account: null, oid: null, test: false, actor: 'traveller' } as const
    expect(await as('gateway', '/support', traveller)).toBe(403)
  })

  test('passes the identity to the handler', async () => {
    const identity = { scope: 'partner', account: 'a1', oid: 'ABC', test: true, actor: 'key' } as const
    const token = await keys.issuer('gateway').sign({ audience: 'geodata', identity })
    const response = await app.fetch('/partners', { headers: { authorization: `Bearer ${token}` } })
    expect(await response.json()).toEqual({ by: 'gateway' })
    expect(app.lines.at(-1)).toMatchObject({ account: 'a1', route: '/partners' })
  })
})

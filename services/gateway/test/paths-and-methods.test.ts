import { beforeEach, describe, expect } from 'vitest'
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

describe('paths and methods', () => {
  test.each(['/nope', '/content', '/content/geodata/', '/admin/accounts', '/t', '/internal', '/livez'])(
    '%s is not found',
    async (path) => {
      expect(await fixture.call('GET', path)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    },
  )

  test('a method that a path lacks is answered with those it has', async () => {
    const { status, headers } = await fixture.call('DELETE', '/content/geodata/poi')
    expect(status).toBe(405)
    expect(headers.get('allow')).toBe('POST, PUT, OPTIONS')
    const own = await fixture.call('PUT', '/account')
    expect([own.status, own.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, OPTIONS'])
  })

  test('OPTIONS says what there is, without a key', async () => {
    const { status, headers } = await fixture.call('OPTIONS', '/content/release')
    expect([status, headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  })

  test('HEAD has the headers of GET and no body', async () => {
    fixture.fakes.geodata.answer((request, response) => {
      response
        .writeHead(200, { 'content-length': 1234, etag: '"1"' })
        .end(request.method === 'HEAD' ? undefined : 'x'.repeat(1234))
    })
    const { status, headers, body } = await as('HEAD', '/content/geodata/abc')
    expect([status, headers.get('content-length'), headers.get('etag'), body]).toEqual([200, '1234', '"1"', ''])
  })

  test('HEAD is answered wherever GET is', async () => {
    const paths = ['/account', '/openapi.json', '/docs', '/docs/errors', '/content/geodata/x', '/t/link']
    for (const path of paths) {
      const { status, body } = await as('HEAD', path)
      expect([path, status, body]).toEqual([path, 200, ''])
    }
  })

  test.each(['/t/%zz', '/t/a/b/c', `/t/${'x'.repeat(2_000)}`])(
    '%.20s is for those who know the links',
    async (path) => {
      fixture.fakes.releases.answer((_, response) =>
        response.writeHead(404, { 'content-type': 'text/html' }).end('<p>No'),
      )
      expect(await fixture.call('GET', path)).toMatchObject({ status: 404, body: '<p>No' })
      expect(fixture.last('releases')).toMatchObject({ url: path, identity: { scope: 'traveller' } })
    },
  )

  test('pages of other sites may read no answer but the OpenAPI document', async () => {
    const origin = { origin: 'https://elsewhere.example' }
    const preflight = {
      ...origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const answers = [
      await as('OPTIONS', '/account', { headers: preflight }),
      await as('GET', '/account', { headers: origin }),
      await as('GET', '/content/geodata/x', { headers: origin }),
    ]
    for (const { status, headers } of answers) {
      expect(status).toBeLessThan(300)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('every answer has a request id: the one that came when it is sane, else a new one', async () => {
    for (const path of ['/account', '/openapi.json', '/nope', '/content/geodata/x', '/t/link']) {
      const sane = await as('GET', path, { headers: { 'x-request-id': 'Partner_7.a-b' } })
      expect([path, sane.headers.get('x-request-id')]).toEqual([path, 'Partner_7.a-b'])
      for (const insane of ['has blanks', 'x'.repeat(129), '<script>']) {
        const { headers } = await as('GET', path, { headers: { 'x-request-id': insane } })
        expect([path, headers.get('x-request-id')]).toEqual([path, expect.stringMatching(/^[0-9a-f-]{36}$/)])
      }
    }
  })

  test('a body of another type is refused where the gateway reads it', async () => {
    const support = await fixture.admin('POST', '/admin/accounts', {
      body: '<a/>',
      headers: { 'content-type': 'text/xml' },
    })
    expect(support).toMatchObject({ status: 415, body: { code: 'unsupported-media-type' } })
  })

  test('a key is understood as it is and after the word Bearer, and asked for when it is missing', async () => {
    for (const authorization of [account.key, `Bearer ${account.key}`, `bearer ${account.key}`])
      expect((await fixture.call('GET', '/account', { headers: { authorization: authorization ?? '' } })).status).toBe(
        200,
      )
    const { status, headers } = await fixture.call('GET', '/account')
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="guidebook"'])
  })
})

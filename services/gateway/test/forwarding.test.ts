import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { json } from './fake-service.ts'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
let account: Record<string, string>
let as: ReturnType<Fixture['as']>
beforeAll(async () => {
  fixture = await startFixture()
  account = await fixture.account()
  as = fixture.as(account.key ?? '')
})
afterAll(() => fixture[Symbol.asyncDispose]())
beforeEach(() => {
  for (const fake of Object.values(fixture.fakes)) {
    fake.received.length = 0
    fake.answer((_, response) => json(response, 200, {}))
  }
})

const last = (service: keyof Fixture['fakes']) => {
  const received = fixture.fakes[service].received.at(-1)
  if (received === undefined) throw new Error(`${service} got nothing`)
  return received
}

describe('a request of a partner', () => {
  test('reaches the service of its operation with a signed identity in the place of the key', async () => {
    await as('GET', '/content/geodata/abc?x=1')
    const { url, method, identity, headers } = last('geodata')
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
    ['geodata', 'PUT', '/content/library/A%2FB'],
  ] as const)('goes to %s for %s %s, the path as it came', async (service, method, path) => {
    await as(method, path, method === 'GET' ? {} : { json: {} })
    expect(last(service)).toMatchObject({ method, url: path })
  })

  test('carries what a service needs to know and nothing that states an identity', async () => {
    await as('POST', '/content/library', {
      json: { a: 1 },
      headers: {
        'idempotency-key': 'k-1',
        'if-match': '"1"',
        'accept-language': 'de',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        'x-request-id': 'partner-7',
        cookie: 'session=1',
        'x-forwarded-user': 'root',
        'x-account': 'other',
        'x-identity': 'other',
      },
    })
    const { headers, body } = last('geodata')
    expect(JSON.parse(body.toString())).toEqual({ a: 1 })
    expect(headers).toMatchObject({
      'idempotency-key': 'k-1',
      'if-match': '"1"',
      'accept-language': 'de',
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

  test('for another account is refused before any service hears of it', async () => {
    const other = await fixture.account()
    const { status, body } = await as('GET', `/content/release/${other.id}`)
    expect([status, body.code]).toEqual([403, 'account-mismatch'])
    expect(fixture.fakes.releases.received).toEqual([])
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
    const { url, identity } = last('releases')
    expect(url).toBe('/t/some-link')
    expect(identity).toMatchObject({ scope: 'traveller', account: null, oid: null })
  })
})

describe('paths and methods', () => {
  test.each(['/', '/nope', '/content', '/content/geodata/', '/admin/accounts', '/t', '/internal', '/..%2f', '/t/%zz'])(
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
    expect([own.status, own.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
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
})

describe('bodies', () => {
  test('larger than the operation accepts are refused by their stated length', async () => {
    const body = Buffer.alloc(1024 * 1024 + 1, 0x20)
    const answer = await as('POST', '/content/library', { body, headers: { 'content-type': 'application/json' } })
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload-too-large' } })
    expect(fixture.fakes.geodata.received).toEqual([])
  })

  test('of unstated length are refused as soon as they are too large', async () => {
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    const body = Readable.toWeb(Readable.from(Array.from({ length: 40 }, () => chunk))) as ReadableStream
    const answer = await as('POST', '/content/library', {
      body,
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit)
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload-too-large' } })
    expect(fixture.fakes.geodata.received).toEqual([])
  })

  test('of tens of megabytes arrive byte for byte, both ways', async () => {
    const body = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => `${index}`).join(','))
    fixture.fakes.geodata.answer((_, response) => response.writeHead(201).end(last('geodata').body))
    const { status, body: back } = await as('POST', '/content/geodata/route', {
      body,
      headers: { 'content-type': 'text/plain' },
    })
    expect(status).toBe(201)
    expect(last('geodata').body.equals(body)).toBe(true)
    expect(back === body.toString()).toBe(true)
  })

  test('that nobody asked for are left behind', async () => {
    await as('PATCH', `/content/release/${account.id}/link/devices/3`, { json: { a: 1 } })
    expect(last('releases').body).toHaveLength(0)
  })

  test('of a service are not read faster than the client takes them', async () => {
    let written = 0
    fixture.fakes.releases.answer(async (_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' })
      const chunk = Buffer.alloc(256 * 1024)
      const closed = once(response, 'close')
      for (let index = 0; index < 200 && !response.destroyed; index++) {
        written += chunk.length
        if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed])
      }
      response.end()
    })
    const { port } = new URL(fixture.gateway.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.pause()
    socket.write('GET /t/slow/roadbook.pdf HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => written > 0)
    // Nothing is read: what is written settles at what the buffers between hold.
    let before = -1
    await eventually(
      () => {
        const settled = written === before
        before = written
        return settled
      },
      { everyMs: 200 },
    )
    expect(written).toBeLessThan(40 * 1024 * 1024)
    socket.destroy()
  })
})

describe('when something breaks', () => {
  test('a client that leaves ends the request at the service, and nothing else', async () => {
    let ended = false
    fixture.fakes.geodata.answer((_, response) => {
      response.once('close', () => {
        ended = true
      })
    })
    const leaving = new AbortController()
    const asked = fetch(`${fixture.gateway.url}/content/geodata/abc`, {
      headers: { authorization: account.key ?? '' },
      signal: leaving.signal,
    }).catch((error: Error) => error.name)
    await eventually(() => fixture.fakes.geodata.received.length > 0)
    leaving.abort()
    expect(await asked).toBe('AbortError')
    await eventually(() => ended)
    expect((await as('GET', '/account')).status).toBe(200)
  })

  test('a client that leaves in the middle of its body ends nothing else', async () => {
    const before = fixture.fakes.geodata.arrived()
    const { port } = new URL(fixture.gateway.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `POST /content/geodata/route HTTP/1.1\r\nHost: x\r\nAuthorization: ${account.key}\r\nContent-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{"a":`,
    )
    await eventually(() => fixture.fakes.geodata.arrived() > before)
    socket.destroy()
    expect((await as('GET', '/account')).status).toBe(200)
  })

  test('an answer that breaks off at the service is cut at the client, never made whole', async () => {
    fixture.fakes.releases.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 10_000_000 })
      response.write(Buffer.alloc(1_000_000), () => response.destroy())
    })
    const response = await fetch(`${fixture.gateway.url}/t/link/roadbook.pdf`)
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
    expect((await as('GET', '/account')).status).toBe(200)
  })

  test('a small answer that breaks off is an error, because nothing of it was sent', async () => {
    fixture.fakes.geodata.answer((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('{', () => response.destroy())
    })
    expect((await as('POST', '/content/library', { json: {} })).status).toBe(503)
  })

  test('a service that is away is said to be so, with the time to come again', async () => {
    await fixture.fakes.webhooks.stop()
    const { status, headers, body } = await as('GET', '/account/webhook')
    expect([status, body.code]).toEqual([503, 'part-unavailable'])
    expect(headers.get('retry-after')).toBe('5')
    expect((await as('GET', '/content/geodata/abc')).status).toBe(200)
  })

  test('a read is asked once more when its connection was closed before an answer', async () => {
    let times = 0
    fixture.fakes.geodata.answer((_, response) => {
      if (++times === 1) response.destroy()
      else json(response, 200, { times })
    })
    expect((await as('GET', '/content/geodata/abc')).body).toEqual({ times: 2 })
    times = 0
    expect((await as('POST', '/content/library', { json: {} })).status).toBe(503)
    expect(times).toBe(1)
  })

  test('a service that does not answer in time is unavailable', async () => {
    await using slow = await startFixture({ UPSTREAM_TIMEOUT: '1s' })
    const { key = '' } = await slow.account()
    slow.fakes.geodata.answer(() => undefined)
    expect((await slow.as(key)('POST', '/content/library', { json: {} })).status).toBe(503)
  })

  test('a gateway that stops finishes what it has in hand and takes no more on that connection', async () => {
    await using stopping = await startFixture()
    const { key = '' } = await stopping.account()
    const answered = Promise.withResolvers<void>()
    stopping.fakes.geodata.answer(async (_, response) => {
      await answered.promise
      json(response, 200, { late: true })
    })
    const asked = stopping.as(key)('GET', '/content/geodata/abc')
    await eventually(() => stopping.fakes.geodata.received.length > 0)
    const { url } = stopping.gateway
    const stopped = stopping.gateway.stop()
    await eventually(() => isRefused(url))
    answered.resolve()
    const { status, body, headers } = await asked
    expect([status, body, headers.get('connection')]).toEqual([200, { late: true }, 'close'])
    await stopped
  })

  test('bytes that no path has are a path that is not found', async () => {
    const { port } = new URL(fixture.gateway.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(Buffer.from('GET /t/\xe9\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'latin1'))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 40[04]/)
    socket.destroy()
  })
})

/** Whether nothing listens there any more. */
const isRefused = (url: string) =>
  fetch(`${url}/livez`, { headers: { connection: 'close' } }).then(
    () => false,
    () => true,
  )

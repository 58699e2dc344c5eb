import { Readable } from 'node:stream'
import { schemas, validate } from '@guidebook/contracts'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Reply } from '../../src/http/route.ts'
import { etagOf, fail, failWith, requireMatch, route, ServiceError } from '../../src/index.ts'
import { operation, sendJson, type TestApp, testApp } from './test-app.ts'

const count = Type.Object({ count: Type.Integer() }, { additionalProperties: false })
const responses = {
  200: { description: 'Fine.', body: count },
  201: { description: 'Made.', body: count },
  204: { description: 'Gone.' },
} as const

let app: TestApp
let next: () => Promise<Reply> | Reply
let signalSeen: AbortSignal | undefined

beforeAll(async () => {
  const get = operation({ id: 'read', method: 'GET', path: '/thing', responses })
  const put = operation({
    id: 'write',
    method: 'PUT',
    path: '/thing',
    body: count,
    responses,
    errors: ['idempotency-key-reused'],
  })
  const secret = operation({ id: 'key', method: 'POST', path: '/key', secret: true, responses })
  const file = operation({
    id: 'file',
    method: 'GET',
    path: '/t/{link}/file',
    responses: { 200: { description: 'Bytes.', contentType: 'application/pdf' } },
  })
  const page = operation({
    id: 'page',
    method: 'GET',
    path: '/page',
    responses: { 200: { description: 'Page.', contentType: 'text/html; charset=utf-8' } },
  })
  app = await testApp([
    route(get, async () => (await next()) as never),
    route(put, async (request) => {
      requireMatch(request, etagOf({ count: 1 }))
      expect(request.idempotencyKey).toBe(request.headers['idempotency-key'] ?? null)
      return { status: 200, body: request.body }
    }),
    route(secret, async () => ({ status: 201, body: { count: 1 } })),
    route(file, async ({ signal }) => {
      signalSeen = signal
      return (await next()) as never
    }),
    route(page, async () => ({ status: 200, body: '<p>ü</p>' })),
  ])
})
afterAll(() => app.stop())

function replyWith(reply: Reply | (() => never)) {
  next = typeof reply === 'function' ? reply : () => reply
}

describe('a reply', () => {
  test('is sent as JSON with its ETag, Location and headers', async () => {
    replyWith({ status: 201, body: { count: 1 }, location: '/thing/1', headers: { 'X-More': 'yes' } })
    const response = await app.fetch('/thing')
    expect(response.status).toBe(201)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '11',
      etag: etagOf({ count: 1 }),
      location: '/thing/1',
      'x-more': 'yes',
      'cache-control': 'private, no-cache',
    })
    expect(await response.json()).toEqual({ count: 1 })
  })

  test('is 304 for a client that has the current version', async () => {
    replyWith({ status: 200, body: { count: 1 }, etag: 'v1' })
    const response = await app.fetch('/thing', { headers: { 'if-none-match': 'W/"v1"' } })
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe('"v1"')
    expect((await app.fetch('/thing', { headers: { 'if-none-match': '"v0"' } })).status).toBe(200)
  })

  test('without a body has none', async () => {
    replyWith({ status: 204 })
    const response = await app.fetch('/thing')
    expect(response.status).toBe(204)
    expect(response.headers.get('content-length')).toBe(null)
  })

  test('with a secret has Cache-Control: no-store', async () => {
    expect((await app.fetch('/key', { method: 'POST' })).headers.get('cache-control')).toBe('no-store')
  })

  test('of text is sent unchanged, with its length in bytes', async () => {
    const response = await app.fetch('/page')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-length')).toBe('9')
    expect(await response.text()).toBe('<p>ü</p>')
  })

  test.each([
    ['a field that is not declared', { status: 200, body: { count: 1, more: 'Muster' } }],
    ['a field of another type', { status: 200, body: { count: 'Muster' } }],
    ['a status that is not declared', { status: 202, body: { count: 1 } }],
  ])('with %s is an internal error that is logged without values', async (_, reply) => {
    replyWith(reply)
    const before = app.lines.length
    const response = await app.fetch('/thing')
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ code: 'internal-error', errors: [] })
    expect(text).not.toContain('read')
    const lines = app.lines.slice(before)
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'reply does not fit its contract', operation: 'read' }))
    expect(JSON.stringify(lines)).not.toContain('Muster')
  })

  test('to an If-Match with an older version is 412', async () => {
    const put = (tag: string) => app.fetch('/thing', { ...sendJson({ count: 2 }, { 'if-match': tag }), method: 'PUT' })
    expect((await put(etagOf({ count: 1 }))).status).toBe(200)
    expect((await put('"old"')).status).toBe(412)
  })

  test('to an invalid Idempotency-Key is 400', async () => {
    const put = (key: string) =>
      app.fetch('/thing', { ...sendJson({ count: 2 }, { 'idempotency-key': key }), method: 'PUT' })
    expect((await put('k'.repeat(255))).status).toBe(200)
    for (const key of ['k'.repeat(256), 'a b', 'ä']) {
      const response = await put(key)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid-header' })
    }
  })
})

describe('a stream', () => {
  test('is sent with its type, and has no body for HEAD', async () => {
    const made: Readable[] = []
    next = () => {
      const stream = Readable.from([Buffer.from('%PDF'), Buffer.from('-1.7')])
      made.push(stream)
      return { status: 200, stream, etag: 'v1' }
    }
    const response = await app.fetch('/t/abcdefghijklmnop/file')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(await response.text()).toBe('%PDF-1.7')
    expect((await app.fetch('/t/abcdefghijklmnop/file', { method: 'HEAD' })).headers.get('content-type')).toBe(
      'application/pdf',
    )
    expect((await app.fetch('/t/abcdefghijklmnop/file', { headers: { 'if-none-match': '"v1"' } })).status).toBe(304)
    expect(made.every((stream) => stream.destroyed)).toBe(true)
  })

  test('that fails closes the connection and is logged, and the next request gets a response', async () => {
    next = () => ({
      status: 200,
      stream: Readable.from(
        (async function* () {
          yield Buffer.alloc(10)
          throw new Error('disk gone')
        })(),
      ),
    })
    const response = await app.fetch('/t/abcdefghijklmnop/file')
    await expect(response.arrayBuffer()).rejects.toThrow()
    await vi.waitFor(
      () => expect(app.lines.at(-1)).toMatchObject({ level: 'error', aborted: true, route: '/t/{link}/file' }),
      { timeout: 60_000 },
    )
    replyWith({ status: 200, body: { count: 1 } })
    expect((await app.fetch('/thing')).status).toBe(200)
  })

  test('ends and aborts the request’s signal when the client disconnects', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1024))
      },
    })
    replyWith({ status: 200, stream: endless })
    const leave = new AbortController()
    const response = await app.fetch('/t/abcdefghijklmnop/file', { signal: leave.signal })
    await response.body?.getReader().read()
    expect(signalSeen?.aborted).toBe(false)
    leave.abort()
    await vi.waitFor(() => expect(endless.destroyed && signalSeen?.aborted).toBe(true), { timeout: 60_000 })
    expect(app.lines.filter(({ level }) => level === 'fatal')).toEqual([])
  })
})

describe('a problem', () => {
  test('has every member, and keeps a valid request id of the client', async () => {
    replyWith(() => failWith('invalid-field', [{ pointer: '/a', code: 'invalid-field', message: 'must be b' }]))
    const response = await app.fetch('/thing', { headers: { 'x-request-id': 'mine.1-2_3' } })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('x-request-id')).toBe('mine.1-2_3')
    const body = await response.json()
    expect(validate(schemas.problem, body)).toEqual([])
    expect(body).toEqual({
      type: 'https://guide.example/docs/errors/invalid-field',
      title: expect.any(String),
      status: 422,
      detail: expect.any(String),
      instance: '/thing',
      code: 'invalid-field',
      requestId: 'mine.1-2_3',
      errors: [{ pointer: '/a', code: 'invalid-field', message: 'must be b' }],
    })
  })

  test('an invalid request id is replaced', async () => {
    for (const id of ['a b', 'x'.repeat(129), '<script>', 'a;b']) {
      const response = await app.fetch('/nowhere', { headers: { 'x-request-id': id } })
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('contains the detail of a ServiceError and its headers', async () => {
    replyWith(() => {
      throw new ServiceError('rate-limited', { detail: 'Ten a second.', headers: { 'Retry-After': '1' } })
    })
    const response = await app.fetch('/thing')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ status: 429, detail: 'Ten a second.' })
    replyWith(() => fail('not-found', 'No such thing.'))
    expect(await (await app.fetch('/thing')).json()).toMatchObject({ status: 404, detail: 'No such thing.' })
  })

  test.each([
    ['an error', new Error('password is hunter2')],
    ['an internal error with a detail', new ServiceError('internal-error', { detail: 'hunter2' })],
    ['a thrown value that is not an Error', 'hunter2'],
    ['nothing', undefined],
  ])('of %s says nothing but 500', async (_, thrown) => {
    replyWith(() => {
      throw thrown
    })
    const response = await app.fetch('/thing')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('hunter2')
    expect(app.lines.at(-1)).toMatchObject({ level: 'error', status: 500, route: '/thing' })
  })

  test.each([
    ['an outage', 'ECONNREFUSED'],
    ['an outage', '57P01'],
    ['an outage', 'UND_ERR_SOCKET'],
    ['a statement that the database cancelled because it took too long', '57014'],
  ])('of %s (%s) is 503 with Retry-After', async (_, code) => {
    replyWith(() => {
      throw Object.assign(new Error('10.0.0.7:5432'), { code })
    })
    const response = await app.fetch('/thing')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.text()).not.toContain('10.0.0.7')
  })
})

describe('the log', () => {
  test('has one line per request, with the route’s template and never the path', async () => {
    const before = app.lines.length
    await app.fetch('/t/secretsecretsecret/file?x=1')
    await app.fetch('/t/secretsecretsecret/nothing')
    await vi.waitFor(() => expect(app.lines.length).toBe(before + 2), { timeout: 60_000 })
    expect(app.lines.slice(before)).toMatchObject([
      {
        method: 'GET',
        route: '/t/{link}/file',
        status: 422,
        code: 'unknown-field',
        durationMs: expect.any(Number),
        requestId: expect.any(String),
      },
      { method: 'GET', route: 'unmatched', status: 404 },
    ])
    expect(JSON.stringify(app.lines)).not.toContain('secretsecretsecret')
  })
})

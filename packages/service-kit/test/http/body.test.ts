import { hash, randomBytes } from 'node:crypto'
import { createConnection } from 'node:net'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { route } from '../../src/index.ts'
import { operation, rawExchange, sendJson, type TestApp, testApp } from './test-app.ts'

const name = Type.Object({ name: Type.String() }, { additionalProperties: false })
const echo = operation({
  method: 'POST',
  path: '/echo',
  body: name,
  bodyLimitBytes: 10_000,
  responses: { 200: { description: 'The same.', body: Type.Object({ name: Type.String(), hash: Type.String() }) } },
})
const wake = operation({
  method: 'POST',
  path: '/wake',
  body: Type.Object({ since: Type.Optional(Type.String()) }, { additionalProperties: false }),
  bodyOptional: true,
  responses: { 200: { description: 'The same.', body: Type.Object({ since: Type.String() }) } },
})
const upload = operation({
  method: 'POST',
  path: '/upload',
  bodyContentTypes: ['text/csv'],
  bodyLimitBytes: 100,
  responses: { 200: { description: 'Its size.', body: Type.Object({ bytes: Type.Integer() }) } },
})

const parcel = operation({
  method: 'POST',
  path: '/parcel',
  bodyContentTypes: ['application/octet-stream'],
  bodyLimitBytes: 3_000_000,
  responses: { 200: { description: 'Its hash.', body: Type.Object({ hash: Type.String() }) } },
})

let app: TestApp
beforeAll(async () => {
  app = await testApp([
    route(echo, async ({ body, bodyHash }) => ({ status: 200, body: { name: body.name, hash: bodyHash } })),
    route(wake, async ({ body }) => ({ status: 200, body: { since: body.since ?? 'now' } })),
    route(parcel, async ({ bodyHash }) => ({ status: 200, body: { hash: bodyHash } })),
    route(upload, async ({ body }) => ({ status: 200, body: { bytes: (body as unknown as Buffer).length } })),
  ])
})
afterAll(() => app.stop())

async function codeOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  return `${response.status} ${((await response.json()) as { code: string }).code}`
}

describe('a JSON body', () => {
  test.each([
    'application/json',
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Text/Plain',
  ])('is read as %s', async (type) => {
    const response = await app.fetch('/echo', sendJson({ name: 'Triglav ⛰' }, { 'content-type': type }))
    expect(await response.json()).toMatchObject({ name: 'Triglav ⛰', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test.each([
    'application/xml',
    'application/x-www-form-urlencoded',
    'text/plain; charset=latin1',
    'application/json;charset=utf-16',
  ])('as %s is refused with 415', async (type) => {
    expect(await codeOf(app.fetch('/echo', sendJson({ name: 'x' }, { 'content-type': type })))).toBe(
      '415 unsupported-media-type',
    )
  })

  test('without a content type, or compressed, is refused with 415', async () => {
    expect(await codeOf(app.fetch('/echo', { method: 'POST', body: new Uint8Array([0x7b]) }))).toBe(
      '415 unsupported-media-type',
    )
    expect(await codeOf(app.fetch('/echo', sendJson({}, { 'content-encoding': 'gzip' })))).toBe(
      '415 unsupported-media-type',
    )
  })

  test.each(['', '{', '[1,', '{"name": "x"} trailing', '\u0000', '['.repeat(5_000)])(
    'like %j is refused with 400',
    async (text) => {
      expect(await codeOf(app.fetch('/echo', sendJson(text)))).toBe('400 malformed-json')
    },
  )

  test('that is not UTF-8 is refused with 400', async () => {
    const body = Buffer.from([...Buffer.from('{"name":"'), 0xe4, ...Buffer.from('"}')])
    expect(await codeOf(app.fetch('/echo', { ...sendJson(''), body }))).toBe('400 malformed-json')
  })

  test('with several faults gets all of them in one response', async () => {
    const response = await app.fetch('/echo?page=1', sendJson('{"name": 5, "nmae": "x", "__proto__": {"admin": true}}'))
    expect(response.status).toBe(422)
    const problem = (await response.json()) as { code: string; errors: { pointer: string; code: string }[] }
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`).toSorted()).toEqual([
      '/__proto__ unknown-field',
      '/name invalid-field',
      '/nmae unknown-field',
      '/page unknown-field',
    ])
    expect(problem.code).toBe(problem.errors[0]?.code)
  })

  test('with a Content-Length above the limit is refused before it is sent', async () => {
    const head =
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 10001\r\n\r\n'
    expect(await rawExchange(app.port, head)).toMatch(/^HTTP\/1.1 413 .*payload-too-large/s)
  })

  test('without a Content-Length is refused when it exceeds the limit', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(4_000, 0x20))
      },
    })
    expect(await codeOf(app.fetch('/echo', { ...sendJson(''), body, duplex: 'half' } as RequestInit))).toBe(
      '413 payload-too-large',
    )
  })

  test('whose client disconnects halfway is logged and has no other effect', async () => {
    const before = app.lines.length
    const reported = () => app.lines.slice(before).filter(({ msg }) => msg === 'request')
    const socket = createConnection(app.port, '127.0.0.1')
    socket.write(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name"',
      () => socket.destroy(),
    )
    await vi.waitFor(() => expect(reported()).toMatchObject([{ level: 'info', aborted: true, status: 499 }]), {
      timeout: 60_000,
    })
    expect((await app.fetch('/echo', sendJson({ name: 'x' }))).status).toBe(200)
  })

  test('that has not arrived when the request timeout ends gets 408', async () => {
    await using slow = await testApp([route(echo, async () => ({ status: 200, body: { name: '', hash: '' } }))], {
      requestTimeoutMs: 50,
    })
    const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    expect(await rawExchange(slow.port, head)).toMatch(/^HTTP\/1.1 408 /)
  })
})

describe('a raw body', () => {
  const csv = (body: string, type = 'text/csv; charset=windows-1252'): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })

  test.each(['stated', 'not stated'])('in many chunks arrives complete when its length is %s', async (length) => {
    const bytes = randomBytes(2_500_001)
    const body = length === 'stated' ? bytes : new Blob([bytes]).stream()
    const headers = { 'content-type': 'application/octet-stream' }
    const response = await app.fetch('/parcel', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect(await response.json()).toEqual({ hash: hash('sha256', bytes, 'hex') })
  })

  test('reaches the handler as bytes', async () => {
    expect(await (await app.fetch('/upload', csv('a;b\n1;2'))).json()).toEqual({ bytes: 7 })
  })

  test('has its own limit and types', async () => {
    expect(await codeOf(app.fetch('/upload', csv('x'.repeat(101))))).toBe('413 payload-too-large')
    expect(await codeOf(app.fetch('/upload', csv('{}', 'application/json')))).toBe('415 unsupported-media-type')
  })
})

describe('an optional body', () => {
  test('defaults to an empty object, with and without a content type', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }] as Record<string, string>[]) {
      const response = await app.fetch('/wake', { method: 'POST', headers })
      expect(await response.json()).toEqual({ since: 'now' })
    }
  })

  test('is read and validated when it is sent', async () => {
    expect(await (await app.fetch('/wake', sendJson({ since: 'then' }))).json()).toEqual({ since: 'then' })
    expect(await codeOf(app.fetch('/wake', sendJson({ until: 'then' })))).toBe('422 unknown-field')
    expect(await codeOf(app.fetch('/wake', sendJson('{')))).toBe('400 malformed-json')
  })
})

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ErrorCode } from '@guidebook/contracts'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createInternalClient, type InternalClient, withRequestId, withTrace } from '../src/index.ts'
import { registerPropagation } from '../src/telemetry/propagation.ts'
import { testKeys } from '../src/test/test-keys.ts'
import { operation } from './http/test-app.ts'

const read = operation({
  id: 'read',
  method: 'GET',
  path: '/internal/items/{id}',
  audience: 'internal',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ account: Type.String(), kind: Type.Optional(Type.Array(Type.String())) }),
  responses: { 200: { description: 'Item.', body: Type.Object({ ok: Type.Boolean() }) } },
})
const write = operation({
  id: 'write',
  method: 'POST',
  path: '/internal/items',
  audience: 'internal',
  body: Type.Object({ name: Type.String() }),
  responses: {
    201: { description: 'Made.', body: Type.Object({ ok: Type.Boolean() }) },
    204: { description: 'Nothing new.' },
  },
})
const asked = { params: { id: 'a/b' }, query: { account: 'a1' } }

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A target that returns the given responses in order, and then repeats the last one. */
function target() {
  const answers: Answer[] = []
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Answer
    answer(request, response)
  })
  return { answers, requests, server }
}

const ok: Answer = (_, response) => response.writeHead(200).end('{"ok":true}')
const status =
  (code: number, body = ''): Answer =>
  (_, response) =>
    response.writeHead(code, { 'content-type': 'application/problem+json' }).end(body)
const problem = (code: number, name: string) =>
  status(code, JSON.stringify({ code: name, detail: 'why', errors: [{ pointer: '/a', code: name, message: 'm' }] }))
const hangUp: Answer = (request) => request.socket.destroy()
const silence: Answer = () => undefined

let there: ReturnType<typeof target>
let client: InternalClient
const keys = testKeys()

beforeEach(async () => {
  there = target()
  await new Promise<void>((resolve) => there.server.listen(0, '127.0.0.1', resolve))
  const { port } = there.server.address() as AddressInfo
  client = createInternalClient({
    service: 'releases',
    target: 'geodata',
    baseUrl: `http://127.0.0.1:${port}/base/`,
    issuer: keys.issuer('releases'),
    log: pino({ level: 'silent' }),
  })
})
afterEach(async () => {
  there.server.closeAllConnections()
  there.server.close()
  await client.stop()
})

const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'ServiceError', code })

describe('a call', () => {
  test('sends path, query, request id and its own token', async () => {
    there.answers.push(ok)
    const query = { account: 'ä&1', kind: ['route', 'poi'] }
    const answer = await withRequestId('r-1', () => client.call(read, { params: { id: 'a/b' }, query }))
    expect(answer).toEqual({ status: 200, body: { ok: true } })
    const [request] = there.requests
    expect(request?.url).toBe('/base/internal/items/a%2Fb?account=%C3%A4%261&kind=route&kind=poi')
    expect(request?.headers['x-request-id']).toBe('r-1')
    const identity = await keys.verifier('geodata').verify(request?.headers.authorization)
    expect(identity).toMatchObject({ scope: 'service', issuer: 'releases', actor: 'releases' })
  })

  test('continues the current trace', async () => {
    registerPropagation()
    there.answers.push(ok)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await withTrace(traceparent, 'tried', () => client.call(read, asked))
    expect(there.requests[0]?.headers.traceparent).toBe(traceparent)
  })

  test('sends JSON, and accepts a response without a body', async () => {
    const bodies: string[] = []
    there.answers.push(async (request, response) => {
      bodies.push(String(await buffer(request)))
      response.writeHead(204).end()
    })
    expect(await client.call(write, { body: { name: 'Triglav' } })).toEqual({ status: 204, body: undefined })
    expect(bodies).toEqual(['{"name":"Triglav"}'])
  })

  test('uses the given identity', async () => {
    there.answers.push(ok)
    await client.call(read, {
      ...asked,
      identity: { scope: 'partner', account: 'a1', oid: 'ABC', test: false, actor: 'key' },
    })
    const identity = await keys.verifier('geodata').verify(there.requests[0]?.headers.authorization)
    expect(identity).toMatchObject({ scope: 'partner', account: 'a1' })
  })

  test.each([
    [404, 'not-found'],
    [409, 'generation-superseded'],
    [422, 'invalid-field'],
  ] as const)('that is refused with %i keeps the target’s code, detail and faults', async (code, name) => {
    there.answers.push(problem(code, name))
    await expect(client.call(read, asked)).rejects.toMatchObject({
      code: name,
      detail: 'why',
      faults: [{ pointer: '/a' }],
    })
    expect(there.requests).toHaveLength(1)
  })

  test.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [500, 'internal-error'],
    [418, 'of-another-world'],
  ])('that ends with %i %s is an internal error, asked once', async (code, name) => {
    there.answers.push(problem(code, name))
    await expect(client.call(read, asked)).rejects.toEqual(refusedWith('internal-error'))
    expect(there.requests).toHaveLength(1)
  })

  test('that reads is retried once when the target is unavailable', async () => {
    there.answers.push(hangUp, ok)
    expect(await client.call(read, asked)).toMatchObject({ status: 200 })
    there.answers.splice(0, 2, status(503), ok)
    expect(await client.call(read, asked)).toMatchObject({ status: 200 })
    expect(there.requests).toHaveLength(4)
  })

  test('that reads and fails twice reports that the target is unavailable', async () => {
    there.answers.push(status(503))
    await expect(client.call(read, asked)).rejects.toMatchObject({
      code: 'part-unavailable',
      headers: { 'Retry-After': '5' },
    })
    expect(there.requests).toHaveLength(2)
  })

  test('that writes is sent twice only when the caller allows it', async () => {
    there.answers.push(hangUp)
    await expect(client.call(write, { body: { name: 'x' } })).rejects.toEqual(refusedWith('part-unavailable'))
    expect(there.requests).toHaveLength(1)
    await expect(client.call(write, { body: { name: 'x' }, retry: true })).rejects.toEqual(
      refusedWith('part-unavailable'),
    )
    expect(there.requests).toHaveLength(3)
  })

  test('ends at its deadline', async () => {
    there.answers.push(silence)
    await expect(client.call(read, { ...asked, deadlineMs: 20 })).rejects.toMatchObject({
      code: 'part-unavailable',
      cause: { message: 'geodata did not answer read within 20 ms' },
    })
  })

  test('whose response stops halfway ends at its deadline too', async () => {
    there.answers.push((_, response) => response.writeHead(200).write('{"ok"'))
    await expect(client.call(read, { ...asked, deadlineMs: 50 })).rejects.toEqual(refusedWith('part-unavailable'))
  })

  test('rejects with the reason of a caller that aborts', async () => {
    there.answers.push(silence)
    const reason = new Error('enough')
    const giveUp = new AbortController()
    const call = client.call(read, { ...asked, signal: giveUp.signal })
    const ended = expect(call).rejects.toBe(reason)
    await vi.waitFor(() => expect(there.requests).toHaveLength(1), { timeout: 60_000 })
    giveUp.abort(reason)
    await ended
  })

  test('without a path parameter throws a TypeError', async () => {
    await expect(client.call(read, { params: { id: '' }, query: { account: 'a1' } })).rejects.toThrow(TypeError)
  })
})

describe('the breaker', () => {
  const call = () => client.call(write, { body: { name: 'x' } })

  test('opens after five consecutive outages and closes when the target is available again', async () => {
    there.answers.push(hangUp)
    for (let strike = 0; strike < 5; strike++) await expect(call()).rejects.toEqual(refusedWith('part-unavailable'))
    await expect(call()).rejects.toEqual(refusedWith('part-unavailable'))
    expect(there.requests).toHaveLength(5)
    there.answers[0] = ok
    await vi.waitFor(() => call(), { timeout: 60_000, interval: 50 })
  })

  test('lets no call wait beyond its deadline for the one that probes the target, and stays closed after that', async () => {
    there.answers.push(hangUp)
    for (let strike = 0; strike < 5; strike++) await expect(call()).rejects.toEqual(refusedWith('part-unavailable'))
    const { promise: probed, resolve: arrive } = Promise.withResolvers<() => void>()
    there.answers[0] = (request, response) => arrive(() => ok(request, response))
    const calls: Promise<unknown>[] = []
    const isProbed = () => {
      const patient = client.call(write, { body: { name: 'x' }, deadlineMs: 60_000 })
      calls.push(patient.catch(() => undefined))
      return Promise.race([probed.then(() => true), patient.catch(() => false)])
    }
    await vi.waitFor(async () => expect(await isProbed()).toBe(true), { timeout: 60_000, interval: 50 })
    const impatient = Array.from({ length: 5 }, () => client.call(write, { body: { name: 'x' }, deadlineMs: 50 }))
    for (const one of impatient) await expect(one).rejects.toEqual(refusedWith('part-unavailable'))
    there.answers[0] = ok
    ;(await probed)()
    await Promise.all(calls)
    for (let time = 0; time < 5; time++) expect(await call()).toMatchObject({ status: 200 })
  })

  test.each([
    ['refusals', problem(422, 'invalid-field')],
    ['errors of single requests', problem(500, 'internal-error')],
  ])('is not moved by %s', async (_, answer) => {
    there.answers.push(answer)
    for (let strike = 0; strike < 10; strike++) await expect(call()).rejects.toThrow()
    expect(there.requests).toHaveLength(10)
  })

  test('ignores aborted calls', async () => {
    there.answers.push(silence)
    for (let strike = 1; strike <= 8; strike++) {
      const giveUp = new AbortController()
      const ended = expect(client.call(write, { body: { name: 'x' }, signal: giveUp.signal })).rejects.toThrow()
      await vi.waitFor(() => expect(there.requests).toHaveLength(strike), { timeout: 60_000 })
      giveUp.abort()
      await ended
    }
  })
})

describe('a stream', () => {
  test('returns the bytes, also after the deadline for the first one', async () => {
    const rest = Promise.withResolvers<void>()
    there.answers.push(async (_, response) => {
      response.writeHead(200).write('first ')
      await rest.promise
      response.end('last')
    })
    const stream = await client.stream(read, { ...asked, deadlineMs: 1_000 })
    setTimeout(rest.resolve, 1_100)
    expect(String(await buffer(stream))).toBe('first last')
  })

  test('that is refused throws the same error as a call', async () => {
    there.answers.push(problem(404, 'not-found'))
    await expect(client.stream(read, asked)).rejects.toEqual(refusedWith('not-found'))
  })
})

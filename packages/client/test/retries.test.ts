import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError, NetworkError } from '../src/index.ts'
import { breakOff, hangUp, json, page, problem, type Stub, silence, startStub } from './stub-service.ts'
import { testClient } from './test-client.ts'

let service: Stub
beforeEach(async () => {
  service = await startStub()
})
afterEach(() => service[Symbol.asyncDispose]())

const release = { account: 'A', release: 'link' }
const library = { account: 'A', customId: 'L', names: { en: 'L' } }
const done = json(200, { id: 1 })
const failureOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => error,
  )
const keysSent = () => service.received.map(({ headers }) => headers['idempotency-key'])

describe('a call is retried', () => {
  it('after the rate limit, when Retry-After has passed', async () => {
    const { client, pauses } = testClient(service)
    service.next(problem(429, 'rate-limited', { 'retry-after': '7' }), done)
    expect(await client.releases.read(release)).toEqual({ id: 1 })
    expect(pauses).toEqual([7_500])
  })

  it('at the date in Retry-After, by the clock of the service', async () => {
    const { client, pauses } = testClient(service, {}, { chance: 0 })
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT'
    service.next(problem(503, 'part-unavailable', { date, 'retry-after': 'Wed, 21 Oct 2015 07:28:09 GMT' }), done)
    await client.releases.read(release)
    expect(pauses).toEqual([9_000])
  })

  it('after random pauses below a bound that doubles', async () => {
    const { client, pauses } = testClient(service, {}, { chance: 0.5 })
    service.next(...Array.from({ length: 4 }, () => problem(503, 'part-unavailable')), done)
    await client.releases.read(release)
    expect(pauses).toEqual([250, 500, 1_000, 2_000])
  })

  it.each([
    ['was cut off during the response', breakOff],
    ['was cut off before the response', hangUp],
  ])('when the connection %s: a write keeps the key of its first attempt', async (_, cut) => {
    const { client } = testClient(service)
    service.next(cut, cut, json(201, { id: 'x' }))
    expect(await client.content.libraries.create(library)).toEqual({ id: 'x' })
    const [first] = keysSent()
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(keysSent()).toEqual([first, first, first])
    expect(service.received.map(({ body }) => JSON.parse(body))).toEqual([library, library, library])
  })

  it('when no response arrives within the time limit of an attempt', async () => {
    let sent = 0
    const counted: typeof fetch = (input, init) => {
      sent++
      return fetch(input, init)
    }
    const { client } = testClient(service, { attemptTimeoutMs: 50, retries: 1, fetch: counted })
    service.next(silence, silence)
    const error = await failureOf(client.releases.read(release))
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ timedOut: true, operation: 'readRelease' })
    expect(sent).toBe(2)
  })

  it('when a proxy cannot reach the service', async () => {
    const { client } = testClient(service)
    service.next(page(502, '<h1>Bad Gateway</h1>'), page(504, ''), done)
    expect(await client.releases.read(release)).toEqual({ id: 1 })
  })

  it('when its body arrived too slowly', async () => {
    const { client } = testClient(service)
    service.next(problem(408, 'request-timeout', { connection: 'close' }), done)
    expect(await client.content.libraries.create(library)).toEqual({ id: 1 })
    expect(service.received.map(({ body }) => JSON.parse(body))).toEqual([library, library])
    expect(new Set(keysSent()).size).toBe(1)
  })

  it('while the previous attempt is still running', async () => {
    const { client, pauses } = testClient(service, {}, { chance: 0 })
    service.next(problem(409, 'request-in-progress', { 'retry-after': '1' }), json(201, { id: 'x' }))
    await client.content.libraries.create(library)
    expect(pauses).toEqual([1_000])
    expect(new Set(keysSent()).size).toBe(1)
  })

  it('when it deletes or previews', async () => {
    const { client } = testClient(service)
    service.next(hangUp, (response) => response.writeHead(204).end(), hangUp, json(200, { rows: [] }))
    expect(await client.content.items.delete({ geodata_id: 'x' })).toBeUndefined()
    expect(await client.account.imports.preview('a;b')).toEqual({ rows: [] })
    expect(keysSent()).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('a call is not retried', () => {
  it.each([
    [422, 'invalid-field'],
    [409, 'download-code-taken'],
    [404, 'not-found'],
    [401, 'unauthorized'],
    [500, 'internal-error'],
  ])('after %d %s', async (status, code) => {
    const { client, pauses } = testClient(service)
    service.next(problem(status, code))
    expect(await failureOf(client.content.libraries.create(library))).toMatchObject({ status, code })
    expect([service.received.length, pauses.length]).toEqual([1, 0])
  })

  it('when Retry-After exceeds the time limit of the call', async () => {
    const { client, pauses } = testClient(service, { timeoutMs: 20_000 })
    service.next(problem(429, 'rate-limited', { 'retry-after': '60' }))
    expect(await failureOf(client.releases.read(release))).toMatchObject({ code: 'rate-limited', retryAfter: 60 })
    expect([service.received.length, pauses.length]).toEqual([1, 0])
  })

  it('more often than allowed, and the last response is the error', async () => {
    const { client } = testClient(service, { retries: 2 })
    service.next(hangUp, page(502, 'first'), page(502, '<title>second</title>'))
    const error = await failureOf(client.releases.read(release))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 502,
      code: null,
      detail: 'not a response of the service (text/html): second',
    })
    expect(service.received).toHaveLength(3)
  })

  it('beyond the time limit of the call', async () => {
    const { client, pauses } = testClient(service, { timeoutMs: 3_000, retries: 100 })
    service.next(...Array.from({ length: 10 }, () => problem(503, 'part-unavailable')))
    await failureOf(client.releases.read(release))
    expect(pauses).toEqual([500, 1_000])
  })

  it('after its signal aborted during a pause', async () => {
    const { client } = testClient(service)
    const controller = new AbortController()
    const reason = new Error('no longer of interest')
    service.next((response) => {
      controller.abort(reason)
      problem(503, 'part-unavailable')(response)
    })
    expect(await failureOf(client.releases.read(release, { signal: controller.signal }))).toBe(reason)
    expect(service.received).toHaveLength(1)
  })
})

it.each(['timeoutMs', 'attemptTimeoutMs', 'retries'])(
  'the setting of the client replaces an undefined %s',
  async (option) => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const { client } = testClient(service, { timeoutMs: 43_000, attemptTimeoutMs: 41_000, retries: 1 })
    service.next(problem(503, 'part-unavailable'), problem(503, 'part-unavailable'), done)
    expect(await failureOf(client.releases.read(release, { [option]: undefined }))).toMatchObject({ status: 503 })
    expect(service.received).toHaveLength(2)
    const delays = timers.mock.calls.map(([, delayMs]) => delayMs)
    expect(delays.filter((delayMs) => delayMs === 41_000)).toHaveLength(2)
    expect(delays).not.toContain(Number.NaN)
  },
)

it('a call whose signal aborted beforehand sends nothing', async () => {
  const { client } = testClient(service)
  const reason = new Error('too late')
  expect(await failureOf(client.releases.read(release, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(service.received).toEqual([])
})

it('an unreachable service is a network error with its cause', async () => {
  // No server gets such a low port by chance, and fetch does not block this one.
  const { client, pauses } = testClient({ url: 'http://127.0.0.1:2' }, { retries: 3 })
  const error = await failureOf(client.releases.read(release))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ timedOut: false, cause: { cause: { code: 'ECONNREFUSED' } } })
  expect(pauses).toHaveLength(3)
})

it('every write has a new key, or the given one', async () => {
  const { client } = testClient(service)
  service.next(...Array.from({ length: 3 }, () => json(201, {})))
  await client.content.libraries.create(library)
  await client.content.libraries.create(library)
  await client.content.libraries.create(library, { idempotencyKey: 'booking-17' })
  const [first, second, third] = keysSent()
  expect(first).not.toBe(second)
  expect(third).toBe('booking-17')
})

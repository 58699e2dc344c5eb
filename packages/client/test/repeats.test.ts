import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError, NetworkError } from '../src/index.ts'
import { patientClient } from './patient-client.ts'
import { breakOff, hangUp, json, page, problem, type StandIn, silence, startStandIn } from './stand-in-service.ts'

let service: StandIn
beforeEach(async () => {
  service = await startStandIn()
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

describe('a call is repeated', () => {
  it('after the rate limit, when Retry-After has passed', async () => {
    const { client, pauses } = patientClient(service)
    service.next(problem(429, 'rate-limited', { 'retry-after': '7' }), done)
    expect(await client.releases.read(release)).toEqual({ id: 1 })
    expect(pauses).toEqual([7_500])
  })

  it('at the date that Retry-After names, by the clock of the service', async () => {
    const { client, pauses } = patientClient(service, {}, { chance: 0 })
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT'
    service.next(problem(503, 'part-unavailable', { date, 'retry-after': 'Wed, 21 Oct 2015 07:28:09 GMT' }), done)
    await client.releases.read(release)
    expect(pauses).toEqual([9_000])
  })

  it('after pauses whose bound doubles, spread by chance', async () => {
    const { client, pauses } = patientClient(service, {}, { chance: 0.5 })
    service.next(...Array.from({ length: 4 }, () => problem(503, 'part-unavailable')), done)
    await client.releases.read(release)
    expect(pauses).toEqual([250, 500, 1_000, 2_000])
  })

  it.each([
    ['was cut in the middle of the answer', breakOff],
    ['was cut before the answer', hangUp],
  ])('when the connection %s, a write with the key of its first attempt', async (_, cut) => {
    const { client } = patientClient(service)
    service.next(cut, cut, json(201, { id: 'x' }))
    expect(await client.content.libraries.create(library)).toEqual({ id: 'x' })
    const [first] = keysSent()
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(keysSent()).toEqual([first, first, first])
    expect(service.received.map(({ body }) => JSON.parse(body))).toEqual([library, library, library])
  })

  it('when no answer comes in the time of an attempt', async () => {
    let sent = 0
    const counted: typeof fetch = (input, init) => {
      sent++
      return fetch(input, init)
    }
    const { client } = patientClient(service, { attemptTimeoutMs: 50, retries: 1, fetch: counted })
    service.next(silence, silence)
    const error = await failureOf(client.releases.read(release))
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ timedOut: true, operation: 'readRelease' })
    expect(sent).toBe(2)
  })

  it('when a proxy finds nobody behind it', async () => {
    const { client } = patientClient(service)
    service.next(page(502, '<h1>Bad Gateway</h1>'), page(504, ''), done)
    expect(await client.releases.read(release)).toEqual({ id: 1 })
  })

  it('while the attempt before it still runs', async () => {
    const { client, pauses } = patientClient(service, {}, { chance: 0 })
    service.next(problem(409, 'request-in-progress', { 'retry-after': '1' }), json(201, { id: 'x' }))
    await client.content.libraries.create(library)
    expect(pauses).toEqual([1_000])
    expect(new Set(keysSent()).size).toBe(1)
  })

  it('when it deletes, or looks what a file would do', async () => {
    const { client } = patientClient(service)
    service.next(hangUp, (response) => response.writeHead(204).end(), hangUp, json(200, { rows: [] }))
    expect(await client.content.items.delete({ geodata_id: 'x' })).toBeUndefined()
    expect(await client.account.imports.preview('a;b')).toEqual({ rows: [] })
    expect(keysSent()).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('a call is not repeated', () => {
  it.each([
    [422, 'invalid-field'],
    [409, 'download-code-taken'],
    [404, 'not-found'],
    [401, 'unauthorized'],
    [500, 'internal-error'],
  ])('after %d %s', async (status, code) => {
    const { client, pauses } = patientClient(service)
    service.next(problem(status, code))
    expect(await failureOf(client.content.libraries.create(library))).toMatchObject({ status, code })
    expect([service.received.length, pauses.length]).toEqual([1, 0])
  })

  it('when Retry-After asks for longer than the call may take', async () => {
    const { client, pauses } = patientClient(service, { timeoutMs: 20_000 })
    service.next(problem(429, 'rate-limited', { 'retry-after': '60' }))
    expect(await failureOf(client.releases.read(release))).toMatchObject({ code: 'rate-limited', retryAfter: 60 })
    expect([service.received.length, pauses.length]).toEqual([1, 0])
  })

  it('more often than it may be, and the last answer is the error', async () => {
    const { client } = patientClient(service, { retries: 2 })
    service.next(hangUp, page(502, 'first'), page(502, '<title>second</title>'))
    const error = await failureOf(client.releases.read(release))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 502, code: null, detail: 'not an answer of the service (text/html): second' })
    expect(service.received).toHaveLength(3)
  })

  it('beyond the time for the whole call', async () => {
    const { client, pauses } = patientClient(service, { timeoutMs: 3_000, retries: 100 })
    service.next(...Array.from({ length: 10 }, () => problem(503, 'part-unavailable')))
    await failureOf(client.releases.read(release))
    expect(pauses).toEqual([500, 1_000])
  })

  it('once it was given up during a pause', async () => {
    const { client } = patientClient(service)
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

it('a call that was given up before it began sends nothing', async () => {
  const { client } = patientClient(service)
  const reason = new Error('too late')
  expect(await failureOf(client.releases.read(release, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(service.received).toEqual([])
})

it('a service that is not there is a network error with its cause', async () => {
  const gone = await startStandIn()
  await gone[Symbol.asyncDispose]()
  const { client, pauses } = patientClient(gone, { retries: 3 })
  const error = await failureOf(client.releases.read(release))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ timedOut: false, cause: { cause: { code: 'ECONNREFUSED' } } })
  expect(pauses).toHaveLength(3)
})

it('every write has a key of its own, or the one it is given', async () => {
  const { client } = patientClient(service)
  service.next(...Array.from({ length: 3 }, () => json(201, {})))
  await client.content.libraries.create(library)
  await client.content.libraries.create(library)
  await client.content.libraries.create(library, { idempotencyKey: 'booking-17' })
  const [first, second, third] = keysSent()
  expect(first).not.toBe(second)
  expect(third).toBe('booking-17')
})

import { once } from 'node:events'
import { connect } from 'node:net'
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
beforeEach(() => fixture.forget())

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

  test('an answer that breaks off at the service is cut at the client and logged as an error', async () => {
    fixture.fakes.releases.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 10_000_000 })
      response.write(Buffer.alloc(1_000_000), () => response.destroy())
    })
    const response = await fetch(`${fixture.gateway.url}/t/link/roadbook.pdf`)
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow()
    const line = await eventually(() => fixture.lines.find((one) => one.includes('/t/{link}/roadbook.pdf')))
    expect(JSON.parse(line)).toMatchObject({ level: 'error', aborted: true, err: { code: 'part-unavailable' } })
    expect((await as('GET', '/account')).status).toBe(200)
  })

  test('a small answer that breaks off is an error, because nothing of it was sent', async () => {
    fixture.fakes.geodata.answer((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('{', () => response.destroy())
    })
    expect((await as('POST', '/content/library', { json: {} })).status).toBe(503)
  })

  test('a read is asked once more when its small answer breaks off', async () => {
    let times = 0
    fixture.fakes.geodata.answer((_, response) => {
      if (++times === 1) {
        response.writeHead(200, { 'content-length': 100 })
        response.write('{', () => response.destroy())
      } else json(response, 200, { times })
    })
    expect(await as('GET', '/content/geodata/abc')).toMatchObject({ status: 200, body: { times: 2 } })
    expect(fixture.fakes.geodata.received).toHaveLength(2)
  })

  test('a service that is away is said to be so, with the time to come again', async () => {
    fixture.fakes.webhooks.stop()
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

  test('a change with an Idempotency-Key is sent once more, except a DELETE, whose key services ignore', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    let times = 0
    fixture.fakes.geodata.answer((_, response) => {
      if (++times === 1) response.destroy()
      else json(response, 200, { times })
    })
    expect((await as('POST', '/content/library', { json: {}, headers })).body).toEqual({ times: 2 })
    times = 0
    expect((await as('DELETE', '/content/geodata/abc', { headers })).status).toBe(503)
    expect(times).toBe(1)
  })

  test('a service that does not answer in time is unavailable', async () => {
    await using slow = await fixture.startOther({ UPSTREAM_TIMEOUT: '1s' })
    const { key = '' } = await slow.account()
    slow.fakes.geodata.answer(() => undefined)
    expect((await slow.as(key)('POST', '/content/library', { json: {} })).status).toBe(503)
  })

  test('a gateway that stops finishes what it has in hand and takes no more on that connection', async () => {
    await using stopping = await fixture.startOther({})
    const { key = '' } = await stopping.account()
    const answered = Promise.withResolvers<void>()
    stopping.fakes.geodata.answer(async (_, response) => {
      await answered.promise
      json(response, 200, { late: true })
    })
    const asked = stopping.as(key)('GET', '/content/geodata/abc')
    await eventually(() => stopping.fakes.geodata.received.length > 0)
    const { url } = stopping.gateway
    let isStopped = false
    const stopped = stopping.gateway.stop().then(() => {
      isStopped = true
    })
    await eventually(() => isRefused(url))
    expect(isStopped).toBe(false)
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
  fetch(`${url}/docs`, { headers: { connection: 'close' } }).then(
    () => false,
    () => true,
  )

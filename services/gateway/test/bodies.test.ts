import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { eventually } from '@guidebook/service-kit/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
    fixture.fakes.geodata.answer((_, response) => response.writeHead(201).end(fixture.last('geodata').body))
    const { status, body: back } = await as('POST', '/content/geodata/route', {
      body,
      headers: { 'content-type': 'text/plain' },
    })
    expect(status).toBe(201)
    expect(fixture.last('geodata').body.equals(body)).toBe(true)
    expect(back === body.toString()).toBe(true)
  })

  test('that nobody asked for are left behind', async () => {
    await as('PATCH', `/content/release/${account.id}/link/devices/3`, { json: { a: 1 } })
    expect(fixture.last('releases').body).toHaveLength(0)
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

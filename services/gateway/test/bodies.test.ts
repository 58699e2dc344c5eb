import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
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
    const body = Buffer.from(randomBytes(9_000_000).toString('base64'))
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
})

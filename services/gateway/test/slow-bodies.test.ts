import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect, test } from 'vitest'
import { head, openClients } from './raw-client.ts'
import { useSlowClients } from './slow-clients.ts'

const clients = useSlowClients({
  TRUSTED_PROXIES: '1',
  BODY_GRACE: '60s',
  UPSTREAM_CONNECTIONS: '32',
  CONCURRENT_REQUESTS_PER_ADDRESS: '40',
})
const { open, openSpools } = clients

const json = { 'Content-Type': 'application/json' }
/** A route of which so many bytes are announced. */
const upload = (bytes: number, { key = '' } = clients.account) =>
  head('POST', '/content/geodata/route', { ...json, Authorization: key, 'Content-Length': bytes })
const registration = (address: string) =>
  head('POST', '/t/nosuchlink/devices', { ...json, 'X-Forwarded-For': address, 'Content-Length': 4_000 })

async function expectBystandersServed(): Promise<void> {
  const traveller = clients.fixture.call('GET', '/t/link', { headers: { 'x-forwarded-for': '198.51.100.1' } })
  const partner = clients.fixture.as(clients.bystander.key ?? '')('POST', '/content/library', { json: {} })
  expect((await Promise.all([traveller, partner])).map(({ status }) => status)).toEqual([200, 200])
}

describe('beside bodies that arrive slowly', () => {
  test('40 large ones of a partner hold no connection to the service', async () => {
    const before = clients.fixture.fakes.geodata.arrived()
    for (const client of await open(40)) client.send(`${upload(900_000)}{`)
    await expectBystandersServed()
    expect((await clients.fixture.as(clients.account.key ?? '')('GET', '/content/geodata/x')).status).toBe(200)
    expect(clients.fixture.fakes.geodata.received).toHaveLength(2)
    expect(clients.fixture.fakes.geodata.arrived() - before).toBe(2)
  })

  test('50 small ones of travellers at one address hold only the share of that address', async () => {
    const slow = await open(50)
    for (const client of slow) client.send(`${registration('203.0.113.7')}{`).read()
    const refused = () => slow.filter(({ received }) => received.includes('HTTP/1.1 429 ')).length
    await eventually(() => refused() === 10)
    await expectBystandersServed()
    expect(clients.fixture.fakes.releases.received).toHaveLength(1)
  })

  test.each([
    ['a traveller', '/t/nosuchlink/devices'],
    ['a person who signs in', '/portal/session'],
  ])('%s may send 4 KiB, and is refused before a larger body is read', async (_, path) => {
    const [client] = await open(1)
    const large = head('POST', path, { ...json, Origin: 'https://guidebook.test', 'Content-Length': 4_097 })
    expect(await client?.send(large).status()).toBe(413)
    await client?.closed()
  })

  test('somebody who is not signed in is refused before the body of a passkey is read', async () => {
    const [client] = await open(1)
    const headers = { ...json, Origin: 'https://guidebook.test', 'Content-Length': 60_000 }
    expect(await client?.send(head('POST', '/portal/passkeys', headers)).status()).toBe(401)
  })
})

describe('a large body', () => {
  const path = '/content/geodata/route'

  test('is kept in a file without a name, which is closed when the client leaves', async () => {
    const [client] = await open(1)
    client?.send(`${upload(9_000_000)}${' '.repeat(200_000)}`)
    await eventually(async () => openSpools() === 1 && (await readdir(clients.spools)).length === 0)
    client?.socket.destroy()
    await eventually(() => openSpools() === 0)
    expect(clients.fixture.fakes.geodata.received).toEqual([])
  })

  test('without a stated length reaches the service with its length, and its file is closed', async () => {
    const [client] = await open(1)
    const piece = `${(0x10000).toString(16)}\r\n${'x'.repeat(0x10000)}\r\n`
    client?.send(
      head('POST', path, { ...json, Authorization: clients.account.key ?? '', 'Transfer-Encoding': 'chunked' }),
    )
    expect(await client?.send(`${piece.repeat(3)}0\r\n\r\n`).status()).toBe(200)
    const { headers, body } = clients.fixture.last('geodata')
    expect([headers['content-length'], headers['transfer-encoding']]).toEqual([`${3 * 0x10000}`, undefined])
    expect(body.equals(Buffer.alloc(3 * 0x10000, 'x'))).toBe(true)
    await eventually(() => openSpools() === 0)
  })

  test('of a client that waits for 100 Continue is asked for', async () => {
    const [client] = await open(1)
    const headers = {
      ...json,
      Authorization: clients.account.key ?? '',
      Expect: '100-continue',
      'Content-Length': 100_000,
    }
    expect(await client?.send(head('POST', path, headers)).status()).toBe(100)
    client?.send('x'.repeat(100_000))
    await eventually(() => client?.received.includes('HTTP/1.1 200 '))
    expect(clients.fixture.last('geodata').body).toHaveLength(100_000)
  })

  test('may be followed by another request on the connection', async () => {
    const [client] = await open(1)
    const key = { Authorization: clients.account.key ?? '' }
    client?.send(upload(100_000) + 'x'.repeat(100_000) + head('GET', '/content/geodata/next', key)).read()
    await eventually(() => client?.received.toString().match(/HTTP\/1\.1 200 /g)?.length === 2)
    expect(clients.fixture.fakes.geodata.received.map(({ method }) => method).toSorted()).toEqual(['GET', 'POST'])
  })
})

describe('a body below the minimum rate', () => {
  test('is refused with 408, and its connection is closed', async () => {
    await using strict = await clients.fixture.startOther({ BODY_GRACE: '200ms', BODY_BYTES_PER_SECOND: '1000000' })
    const { key = '' } = await strict.account()
    const [small, large] = await openClients(strict.gateway.url, 2)
    small?.send(`${upload(1_000, { key })}{`)
    large?.send(`${upload(900_000, { key })}${' '.repeat(100_000)}`)
    for (const client of [small, large]) {
      expect(await client?.status()).toBe(408)
      await client?.closed()
      expect(client?.received.toString()).toMatch(/Connection: close.*"code":"request-timeout"/is)
    }
    expect(strict.fakes.geodata.received).toEqual([])
  })
})

describe('when the spool takes no more', () => {
  test('a disk that fails makes large bodies unavailable, and nothing else', async () => {
    await using broken = await clients.fixture.startOther({ SPOOL_DIRECTORY: join(clients.spools, 'missing') })
    const { key = '' } = await broken.account()
    const send = (body: Buffer<ArrayBuffer>) =>
      broken.as(key)('POST', '/content/geodata/route', { body, headers: json })
    expect((await send(Buffer.alloc(1_000, 0x20))).status).toBe(200)
    const refused = await send(Buffer.alloc(100_000, 0x20))
    expect(refused).toMatchObject({ status: 503, body: { code: 'part-unavailable' } })
    expect(refused.headers.get('retry-after')).toBe('5')
  })

  test('an owner that holds its part of the bytes is refused, and others are not', async () => {
    await using narrow = await clients.fixture.startOther({ SPOOL_BYTES: '4000000', SPOOL_DIRECTORY: clients.spools })
    const [greedy, calm] = [await narrow.account(), await narrow.account()]
    const [holding] = await openClients(narrow.gateway.url, 1)
    holding?.send(`${upload(900_000, greedy)}${' '.repeat(400_000)}`)
    await eventually(() => openSpools() === 1)
    const send = ({ key = '' }: Record<string, string>) =>
      narrow.as(key)('POST', '/content/geodata/route', { body: Buffer.alloc(200_000, 0x20), headers: json })
    await eventually(async () => (await send(greedy)).status === 429)
    expect((await send(calm)).status).toBe(200)
    holding?.socket.destroy()
    await eventually(async () => (await send(greedy)).status === 200)
  })
})

import { readdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eventually } from '@guidebook/service-kit/test'
import { describe, expect, test } from 'vitest'
import type { FakeService } from './fake-service.ts'
import { head } from './raw-client.ts'
import { useSlowClients } from './slow-clients.ts'

const clients = useSlowClients({ SPOOL_BYTES: '20000000000', UPSTREAM_CONNECTIONS: '4' })
const { open, openSpools } = clients

/** More than the socket buffers of a connection hold. */
const routeBytes = 6_500_000
const route = Buffer.alloc(routeBytes, 'the waypoints of a long route; ')

/** Makes the service respond to `/large` with the route. `sent` counts the responses that the service has sent completely. */
function answerWithRoute(service: FakeService): { sent: number } {
  const counter = { sent: 0 }
  service.answer((request, response) => {
    if (!request.url?.endsWith('/large')) return void response.writeHead(200, { 'content-type': 'text/plain' }).end('x')
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': routeBytes })
    response.end(route, () => counter.sent++)
  })
  return counter
}
setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
/** Bytes in buffers that are in use. */
function bytesInBuffers(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const readLarge = ({ key = '' }: Record<string, string>) =>
  head('GET', '/content/geodata/large', { Authorization: key })

describe('answers that are not read', () => {
  test('do not slow the service or other clients, and arrive whole when they are read', async () => {
    const counter = answerWithRoute(clients.fixture.fakes.geodata)
    const readers = await open(6)
    const before = bytesInBuffers()
    for (const reader of readers) reader.send(readLarge(clients.account))
    for (const { key = '' } of [clients.bystander, clients.account])
      expect((await clients.fixture.as(key)('GET', '/content/geodata/small')).status).toBe(200)
    await eventually(() => counter.sent === 6, { timeoutMs: 30_000 })
    await eventually(async () => (await readdir(clients.spools)).length === 0)
    // 6 responses have 39 MB and are more than the 4 connections to the service. Memory holds only bytes that are not yet in the spool.
    await eventually(() => bytesInBuffers() - before < 10_000_000, { everyMs: 100 })

    const [first, last] = [readers[0], readers.at(-1)]
    for (const reader of [first, last]) reader?.read()
    for (const reader of [first, last]) {
      await eventually(() => (reader?.received.length ?? 0) > routeBytes, { everyMs: 100 })
      expect(reader?.received.subarray(-routeBytes).equals(route)).toBe(true)
    }
  }, 60_000)

  test('leave no open file behind when the clients leave', async () => {
    const counter = answerWithRoute(clients.fixture.fakes.geodata)
    const readers = await open(2)
    for (const reader of readers) reader.send(readLarge(clients.account))
    await eventually(() => counter.sent === 2 && openSpools() === 2)
    for (const { socket } of readers) socket.destroy()
    await eventually(() => openSpools() === 0)
  })

  test('are cut off when the client reads nothing for `ANSWER_STALL_TIMEOUT`', async () => {
    await using strict = await clients.fixture.startOther({
      ANSWER_STALL_TIMEOUT: '1s',
      SPOOL_DIRECTORY: clients.spools,
    })
    const account = await strict.account()
    answerWithRoute(strict.fakes.geodata)
    const [reader] = await open(1, strict.gateway.url)
    reader?.send(readLarge(account))
    await eventually(() => openSpools() === 1)
    await eventually(() => openSpools() === 0)
    reader?.read()
    await reader?.closed()
    expect(reader?.received.length).toBeLessThan(routeBytes)
  })
})

describe('a large answer', () => {
  test('that ends early at the service also ends early for a slow client, and its file is closed', async () => {
    clients.fixture.fakes.geodata.answer((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 2 * routeBytes })
      response.write(route, () => response.destroy())
    })
    const [reader] = await open(1)
    reader?.send(readLarge(clients.account))
    await eventually(() => clients.fixture.fakes.geodata.received.length === 1)
    reader?.read()
    await reader?.closed()
    expect(reader?.received.length).toBeLessThan(2 * routeBytes)
    await eventually(() => openSpools() === 0)
  })
})

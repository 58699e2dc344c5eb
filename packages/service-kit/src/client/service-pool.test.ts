import type dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createServicePool, isUnsent, shuffledLookup } from './service-pool.ts'

const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => ({ address, family: 4 }))

/** The error of a request to this port. */
async function failureOf(port: number): Promise<unknown> {
  const pool = createServicePool(`http://127.0.0.1:${port}`, { connections: 1 })
  const failure = await pool.request({ method: 'POST', path: '/', body: 'x' }).catch((error: unknown) => error)
  await pool.destroy()
  return failure
}

test('connections begin at any address of the name', () => {
  const sorted = ((_: string, __: unknown, callback: (error: null, found: typeof addresses) => void) =>
    callback(null, addresses)) as unknown as typeof dns.lookup
  const firsts = new Set<string>()
  for (let attempt = 0; attempt < 100; attempt++) {
    shuffledLookup(sorted)('releases', { all: true }, (_, found) => {
      expect(found).toHaveLength(3)
      firsts.add((found as typeof addresses)[0]?.address ?? '')
    })
  }
  expect(firsts.size).toBe(3)
})

test('the error of a name that does not exist is passed on', () => {
  const failure = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' })
  const failing = ((_: string, __: unknown, callback: (error: Error) => void) =>
    callback(failure)) as unknown as typeof dns.lookup
  shuffledLookup(failing)('nowhere', { all: true }, (error) => expect(error).toBe(failure))
  expect(isUnsent(failure)).toBe(true)
})

test('a request is unsent when the connection was refused', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  expect(isUnsent(await failureOf(port))).toBe(true)
})

test('a request whose connection was closed may have been handled', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const failure = await failureOf((server.address() as AddressInfo).port)
  server.close()
  expect(failure).toBeInstanceOf(Error)
  expect(isUnsent(failure)).toBe(false)
})

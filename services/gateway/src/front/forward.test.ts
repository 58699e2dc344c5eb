import { EventEmitter } from 'node:events'
import { operations } from '@guidebook/contracts'
import { ClientDisconnectedError, FairSemaphore, type TokenIssuer } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import type { Dispatcher } from 'undici'
import { expect, test, vi } from 'vitest'
import { createForward, type Forwarded, type ForwardOptions } from './forward.ts'
import type { Upstream } from './upstreams.ts'

const options = {} as ForwardOptions
const upstreamWith = (limits: { capacity: number; mostWaiting: number }) => {
  const shares = new FairSemaphore({ perOwner: 10, waitMs: 10_000, ...limits })
  return { shares, prefix: '' } as Upstream
}
const forwarded = {
  operation: operations.readRelease,
  identity: {},
  owner: 'a',
  request: { headers: {} },
  response: new EventEmitter(),
  exchange: {},
} as unknown as Forwarded

test('a request for which no connection is free, and that may not wait, is unavailable', async () => {
  const forward = createForward(options)
  const upstream = upstreamWith({ capacity: 1, mostWaiting: 0 })
  upstream.shares.take('b')
  await expect(forward(upstream, forwarded)).rejects.toMatchObject({
    code: 'part-unavailable',
    headers: { 'Retry-After': '5' },
  })
})

test('a request that fails before it is sent returns its connection', async () => {
  const failing = { sign: () => Promise.reject(new Error('no key')) } as unknown as TokenIssuer
  const forward = createForward({ ...options, issuer: failing })
  const upstream = upstreamWith({ capacity: 1, mostWaiting: 0 })
  await expect(forward(upstream, forwarded)).rejects.toThrow('no key')
  expect(upstream.shares.take('b')).toBe(true)
})

test('the token is signed when a request has its connection, not while it waits for one', async () => {
  const sign = vi.fn(() => Promise.reject(new Error('signed')))
  const forward = createForward({ ...options, issuer: { sign } as unknown as TokenIssuer })
  const upstream = upstreamWith({ capacity: 1, mostWaiting: 1 })
  upstream.shares.take('b')
  const outcome = expect(forward(upstream, forwarded)).rejects.toThrow('signed')
  await eventually(() => forwarded.response.listenerCount('close') > 0)
  expect(sign).not.toHaveBeenCalled()
  upstream.shares.give('b')
  await outcome
  expect(sign).toHaveBeenCalledOnce()
})

test('a client that leaves while its request waits gives up its turn', async () => {
  const response = Object.assign(new EventEmitter(), { destroyed: false })
  const forward = createForward(options)
  const upstream = upstreamWith({ capacity: 1, mostWaiting: 1 })
  upstream.shares.take('b')
  const outcome = expect(forward(upstream, { ...forwarded, response } as unknown as Forwarded)).rejects.toBeInstanceOf(
    ClientDisconnectedError,
  )
  await eventually(() => response.listenerCount('close') > 0)
  response.destroyed = true
  response.emit('close')
  await outcome
  upstream.shares.give('b')
  expect(upstream.shares.take('c')).toBe(true)
})

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const closed = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
const silent = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' })
const keyed = { 'idempotency-key': 'one' }

test.each([
  ['that was not sent', 'POST', {}, refused, 2],
  ['whose connection was closed', 'POST', {}, closed, 1],
  ['with an Idempotency-Key whose connection was closed', 'POST', keyed, closed, 2],
  ['with an Idempotency-Key that may still be handled', 'POST', keyed, silent, 1],
  ['that reads and whose connection was closed', 'GET', {}, closed, 2],
])('a request %s is attempted as often as is safe', async (_, method, headers, error, attempts) => {
  const dispatch = vi.fn((_options: object, handler: Dispatcher.DispatchHandler) => {
    handler.onResponseError?.({} as Dispatcher.DispatchController, error)
    return true
  })
  const upstream = { ...upstreamWith({ capacity: 1, mostWaiting: 0 }), pool: { dispatch } } as unknown as Upstream
  const issuer = { sign: async () => 'token' } as unknown as TokenIssuer
  const sent = { ...forwarded, request: { method, headers, url: '/' } } as unknown as Forwarded
  await expect(createForward({ ...options, issuer })(upstream, sent)).rejects.toMatchObject({
    code: 'part-unavailable',
  })
  expect(dispatch).toHaveBeenCalledTimes(attempts)
})

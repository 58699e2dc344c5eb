import { EventEmitter } from 'node:events'
import { operations } from '@guidebook/contracts'
import { ClientDisconnectedError, FairSemaphore, type TokenIssuer } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
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

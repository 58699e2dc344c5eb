import { operations } from '@guidebook/contracts'
import type { TokenIssuer } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import { createForward, type Forwarded } from './forward.ts'
import type { Upstream } from './upstreams.ts'

const forwarded = { operation: operations.readRelease, request: { headers: {} } } as unknown as Forwarded

test('a service that has too many requests to answer gets no more, and the count stays what it was', async () => {
  const forward = createForward({ issuer: {} as TokenIssuer, maxBodyBytes: 1 })
  const upstream = { underWay: 2_000, mostUnderWay: 2_000 } as Upstream
  await expect(forward(upstream, forwarded)).rejects.toMatchObject({
    code: 'part-unavailable',
    headers: { 'Retry-After': '5' },
  })
  expect(upstream.underWay).toBe(2_000)
})

test('a request that fails before it is sent counts no longer', async () => {
  const failing = { sign: () => Promise.reject(new Error('no key')) } as unknown as TokenIssuer
  const forward = createForward({ issuer: failing, maxBodyBytes: 1 })
  const upstream = { underWay: 0, mostUnderWay: 2_000 } as Upstream
  await expect(forward(upstream, forwarded)).rejects.toThrow('no key')
  expect(upstream.underWay).toBe(0)
})

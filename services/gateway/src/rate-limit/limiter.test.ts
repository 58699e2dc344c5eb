import { prometheusText, ServiceError } from '@guidebook/service-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inMemory } from './counter-store.ts'
import { createLimiter } from './limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the limit is restored at the end of the minute, not before', async () => {
  const limiter = createLimiter({ name: 'default', limit: 2, store: inMemory().store })
  const headers: Record<string, string> = {}
  await limiter.take('a', headers)
  vi.advanceTimersByTime(20_000)
  await limiter.take('a', headers)
  expect(headers).toEqual({ RateLimit: '"default";r=0;t=40', 'RateLimit-Policy': '"default";q=2;w=60' })

  vi.advanceTimersByTime(39_000)
  const refusal = await limiter.take('a', {}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ServiceError)
  expect(refusal).toMatchObject({
    code: 'rate-limited',
    headers: { 'Retry-After': '1', RateLimit: '"default";r=0;t=1' },
  })

  vi.advanceTimersByTime(1_000)
  await limiter.take('a', headers)
  expect(headers.RateLimit).toBe('"default";r=1;t=60')
})

test('whether something is left can be asked without counting, until nothing is', async () => {
  const limiter = createLimiter({ name: 'failures', limit: 2, store: inMemory().store, detail: 'Wait.' })
  await limiter.requireLeft('a')
  await limiter.take('a', {})
  await limiter.requireLeft('a')
  const headers: Record<string, string> = {}
  await limiter.take('a', headers)
  expect(headers.RateLimit).toBe('"failures";r=0;t=60')
  await expect(limiter.requireLeft('a')).rejects.toMatchObject({ code: 'rate-limited', detail: 'Wait.' })
  await limiter.requireLeft('b')
  vi.advanceTimersByTime(60_000)
  await limiter.requireLeft('a')
})

test('refusals are counted, from 0 on', async () => {
  vi.useRealTimers()
  const limiter = createLimiter({ name: 'counted', limit: 1, store: inMemory().store })
  expect(await prometheusText()).toContain('gateway_refused_requests_total{limit="counted"} 0\n')
  await limiter.take('a', {})
  await expect(limiter.take('a', {})).rejects.toThrow(ServiceError)
  expect(await prometheusText()).toContain('gateway_refused_requests_total{limit="counted"} 1\n')
})

test('the first hundred refusals are sent immediately, each further one half a second later', async () => {
  const limiter = createLimiter({ name: 'default', limit: 1, store: inMemory().store })
  await limiter.take('a', {})
  for (let refused = 1; refused <= 100; refused++) await expect(limiter.take('a', {})).rejects.toThrow(ServiceError)

  let isRefused = false
  const refusal = limiter.take('a', {}).catch(() => {
    isRefused = true
  })
  await vi.advanceTimersByTimeAsync(499)
  expect(isRefused).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await refusal
  await limiter.take('b', {})
})

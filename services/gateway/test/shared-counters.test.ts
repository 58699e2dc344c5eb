import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createLogger } from '@guidebook/service-kit'
import { breakableProxy, eventually } from '@guidebook/service-kit/test'
import { expect, test } from 'vitest'
import { inRedis } from '../src/rate-limit/counter-store.ts'
import { createLimiter, type Limiter } from '../src/rate-limit/limiter.ts'

const silent = () => {
  const lines: string[] = []
  return {
    lines,
    log: createLogger({ service: 'gateway', level: 'info', destination: { write: (line) => void lines.push(line) } }),
  }
}

/** How many requests of a key get through, of so many. */
async function passed(limiter: Limiter, key: string, times: number): Promise<number> {
  let through = 0
  for (let index = 0; index < times; index++) {
    await limiter.take(key, {}).then(
      () => through++,
      (error: { code?: string }) => expect(error.code).toBe('rate-limited'),
    )
  }
  return through
}

test('while Redis is unreachable each gateway counts for itself and logs it once', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as { port: number }
  closed.close()
  const { log, lines } = silent()
  const { store, component } = await inRedis(`redis://127.0.0.1:${port}`, log)
  await component.start?.()
  try {
    expect(await passed(createLimiter({ name: 'default', limit: 3, store }), 'a', 5)).toBe(3)
    await eventually(() => lines.length > 0)
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'Redis unreachable, each gateway counts requests for itself',
    ])
  } finally {
    await component.stop?.()
  }
})

test('while Redis does not respond a gateway counts for itself, and reports and logs it', async () => {
  const { TEST_REDIS_URL: redis = '' } = process.env
  await using proxy = await breakableProxy(redis)
  const { log, lines } = silent()
  const { store, component, facts } = await inRedis(proxy.url, log, 100)
  const isShared = async () => (await facts.facts(AbortSignal.timeout(1_000))).shared
  const messages = () => lines.map((line) => JSON.parse(line).msg)
  const limiter = createLimiter({ name: `test-${randomUUID()}`, limit: 3, store })
  await component.start?.()
  try {
    await eventually(isShared)
    proxy.hush()
    expect(await passed(limiter, 'a', 5)).toBe(3)
    expect(await isShared()).toBe(false)
    expect(messages()).toEqual(['Redis unreachable, each gateway counts requests for itself'])

    proxy.resume()
    await eventually(async () => {
      await limiter.take(randomUUID(), {})
      return isShared()
    })
    expect(messages().at(-1)).toBe('Redis reachable, counting requests together')
  } finally {
    await component.stop?.()
  }
})

test('gateways that share a Redis count together', async () => {
  const { TEST_REDIS_URL: redis = '' } = process.env
  // Long enough for a busy machine: a gateway whose Redis does not respond counts for itself.
  const deadline = 30_000
  const gateways = [await inRedis(redis, silent().log, deadline), await inRedis(redis, silent().log, deadline)]
  const name = `test-${randomUUID()}`
  const [one, other] = gateways.map(({ store }) => createLimiter({ name, limit: 4, store })) as [Limiter, Limiter]
  for (const { component } of gateways) await component.start?.()
  try {
    await eventually(async () => {
      const [key, headers] = [randomUUID(), {} as Record<string, string>]
      await one.take(key, {})
      await other.take(key, headers)
      return headers.RateLimit?.includes(';r=2;')
    })
    expect(await passed(one, 'a', 3)).toBe(3)
    expect(await passed(other, 'a', 3)).toBe(1)
  } finally {
    for (const { component } of gateways) await component.stop?.()
  }
})

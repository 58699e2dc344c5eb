import type { Component, FactSource, Logger } from '@guidebook/service-kit'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'

/** Creates counters with a shared store. */
export type CounterStore = (options: IRateLimiterOptions) => RateLimiterAbstract

const name = 'rate limit counters'
const memoryStore: CounterStore = (options) => new RateLimiterMemory(options)

/** Each gateway counts for itself. */
export const inMemory = () => ({ store: memoryStore, component: { name }, facts: factsAbout(() => null) })

/** `shared`: gateways count together; null: no store is configured; false: it is unreachable. */
const factsAbout = (shared: () => boolean | null): FactSource => ({ name, facts: async () => ({ shared: shared() }) })

/** How long Redis may take to count, milliseconds. */
const usualDeadline = 250

/**
 * All gateways count together in Redis. While Redis is unavailable, each gateway counts for itself: a limit that is too high for a while
 * does less harm than an outage.
 */
export async function inRedis(
  url: string,
  log: Logger,
  deadline = usualDeadline,
): Promise<{ store: CounterStore; component: Component; facts: FactSource }> {
  // The library takes megabytes, also where it is not used.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: deadline },
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(retries * 200, 2_000) },
  })
  let isAway = false
  client.on('ready', () => {
    if (isAway) log.info('Redis reachable, counting requests together')
    isAway = false
  })
  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis unreachable, each gateway counts requests for itself')
    isAway = true
  })
  return {
    store: (options) =>
      new RateLimiterRedis({
        ...options,
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        insuranceLimiter: memoryStore(options),
      }),
    facts: factsAbout(() => client.isReady),
    component: {
      name,
      // The client reconnects by itself; meanwhile requests are counted in memory.
      start: async () =>
        void client.connect().catch((error: unknown) => log.debug({ err: error }, 'connecting to Redis failed')),
      stop: async () => client.destroy(),
    },
  }
}

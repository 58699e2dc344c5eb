import type { Component, Logger } from '@guidebook/service-kit'
import { createClient } from '@redis/client'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'

/** Makes counters that are kept in one place. */
export type CounterStore = (options: IRateLimiterOptions) => RateLimiterAbstract

export interface Counters {
  store: CounterStore
  component: Component
}

const name = 'rate limit counters'
const memoryStore: CounterStore = (options) => new RateLimiterMemory(options)

/** Each gateway counts for itself. */
export const inMemory = (): Counters => ({ store: memoryStore, component: { name } })

/** How long Redis may take to count, milliseconds. */
const deadline = 250

/**
 * All gateways count together, in Redis. While it is away each counts for itself: a limit that is too generous for a while does less harm
 * than an outage.
 */
export function inRedis(url: string, log: Logger): Counters {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: deadline },
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(retries * 200, 2_000) },
  })
  let isAway = false
  client.on('ready', () => {
    if (isAway) log.info('Redis is back: requests are counted together')
    isAway = false
  })
  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is away: each gateway counts requests for itself')
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
    component: {
      name,
      // Goes on trying by itself; whoever is counted meanwhile is counted in memory.
      start: async () =>
        void client.connect().catch((error: unknown) => log.debug({ err: error }, 'Redis was given up')),
      stop: async () => client.destroy(),
    },
  }
}

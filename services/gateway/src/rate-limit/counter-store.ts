import type { Component, FactSource, Logger } from '@guidebook/service-kit'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible'

/** Creates counters with a shared store. */
export type CounterStore = (options: IRateLimiterOptions) => Counter
type Counter = Pick<RateLimiterAbstract, 'consume' | 'get'>

const name = 'rate limit counters'
const memoryStore: CounterStore = (options) => new RateLimiterMemory(options)

/** Each gateway counts for itself. */
export const inMemory = () => ({ store: memoryStore, component: { name }, facts: factsAbout(() => null) })

/** `shared`: gateways count together; null: no store is configured; false: it is unreachable or does not respond. */
const factsAbout = (shared: () => boolean | null): FactSource => ({ name, facts: async () => ({ shared: shared() }) })

/** How long Redis may take to count, milliseconds; then the gateway counts this request for itself. */
const usualDeadline = 250
/** How long a gateway counts for itself when Redis did not respond in time, at least, milliseconds: a slow one would fill the log. */
const calmMs = 1_000

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
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(retries * 200, 2_000) },
  })
  let isAway = false
  const found = () => {
    if (isAway) log.info('Redis reachable, counting requests together')
    isAway = false
  }
  const missed = (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Redis unreachable, each gateway counts requests for itself')
    isAway = true
  }
  /** The response to a command may never come, so requests do not wait for it. A lost connection ends the command; a new one is `ready`. */
  const probe = () =>
    setTimeout(() => {
      client.ping().then(found, () => client.isReady && probe())
    }, calmMs).unref()
  client.on('ready', found)
  client.on('error', missed)
  return {
    store: (options) => {
      // The client's own timeout ends when a command is sent.
      const together = new RLWrapperTimeouts({
        limiter: new RateLimiterRedis({
          ...options,
          storeClient: client,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
        }),
        timeoutMs: deadline,
      })
      const alone = memoryStore(options)
      const count = async <T>(operation: (counter: Counter) => Promise<T>): Promise<T> => {
        if (isAway) return await operation(alone)
        try {
          return await operation(together)
        } catch (error) {
          if (error instanceof RateLimiterRes) throw error
          // The client reports a lost connection itself.
          if (client.isReady && !isAway) {
            missed(error)
            probe()
          }
          return await operation(alone)
        }
      }
      return {
        consume: (key) => count((counter) => counter.consume(key)),
        get: (key) => count((counter) => counter.get(key)),
      }
    },
    facts: factsAbout(() => client.isReady && !isAway),
    component: {
      name,
      // The client reconnects by itself; meanwhile requests are counted in memory.
      start: async () =>
        void client.connect().catch((error: unknown) => log.debug({ err: error }, 'connecting to Redis failed')),
      stop: async () => client.destroy(),
    },
  }
}

import { ServiceError } from '@guidebook/service-kit'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { CounterStore } from './counter-store.ts'

const windowSeconds = 60

interface LimiterOptions {
  /** Name of the limit in responses. */
  name: string
  perMinute: number
  store: CounterStore
  /** Whether a refusal closes the connection, so that requests already sent on it are not read. */
  closes?: boolean
}

export type Limiter = ReturnType<typeof createLimiter>

/** Counts requests by key in windows of a minute. Refuses requests above the limit with 429. */
export function createLimiter({ name, perMinute, store, closes = false }: LimiterOptions) {
  const counter = store({ keyPrefix: `rate-limit:${name}`, points: perMinute, duration: windowSeconds })
  const policy = `"${name}";q=${perMinute};w=${windowSeconds}`
  const describe = (state: RateLimiterRes) => `"${name}";r=${state.remainingPoints};t=${seconds(state)}`

  const refusal = (state: RateLimiterRes) =>
    new ServiceError('rate-limited', {
      headers: {
        'Retry-After': String(seconds(state)),
        'RateLimit-Policy': policy,
        RateLimit: describe(state),
        ...(closes ? { Connection: 'close' } : {}),
      },
    })

  return {
    /** Counts a request. Adds the rate limit headers of the response to `headers`. */
    async take(key: string, headers: Record<string, string>): Promise<void> {
      try {
        headers.RateLimit = describe(await counter.consume(key))
        headers['RateLimit-Policy'] = policy
      } catch (error) {
        throw error instanceof RateLimiterRes ? refusal(error) : error
      }
    },
  }
}

const seconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000))

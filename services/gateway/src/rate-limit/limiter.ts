import { ServiceError } from '@guidebook/service-kit'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { CounterStore } from './counter-store.ts'

const windowSeconds = 60

/** Counts requests in windows of a minute and refuses (429) what is too much. Keys are whatever the requests are told apart by. */
export interface Limiter {
  /** Counts one. `headers` get what an answer says about the limit. */
  take(key: string, headers: Record<string, string>): Promise<void>
}

export interface LimiterOptions {
  /** How answers call the limit. */
  name: string
  perMinute: number
  store: CounterStore
  /** A refusal ends the connection: what the client has sent on it already is not looked at. */
  closes?: boolean
}

export function createLimiter({ name, perMinute, store, closes = false }: LimiterOptions): Limiter {
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
    async take(key, headers) {
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

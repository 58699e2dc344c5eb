import { ServiceError } from '@guidebook/service-kit'
import { RateLimiterRes } from 'rate-limiter-flexible'
import type { CounterStore } from './counter-store.ts'
import { countRefusals } from './refusals.ts'

/** Refusals of a window that are sent immediately. */
const immediateRefusals = 100
/** Delay of each further refusal, milliseconds: refusing a client that repeats without a pause would use a whole processor. */
const refusalDelayMs = 500

interface LimiterOptions {
  /** Name of the limit in responses. */
  name: string
  /** Requests in a window. */
  limit: number
  /** A minute by default. */
  windowSeconds?: number
  store: CounterStore
  /** What to do after a refusal, if it is not that of every rate limit. */
  detail?: string
  /** Whether a refusal closes the connection, so that requests already sent on it are not read. */
  closes?: boolean
}

export type Limiter = ReturnType<typeof createLimiter>

/** Counts requests by key in fixed windows. Refuses requests above the limit with 429, and those far above it half a second later. */
export function createLimiter({ name, limit, windowSeconds = 60, store, detail, closes = false }: LimiterOptions) {
  const counter = store({ keyPrefix: `rate-limit:${name}`, points: limit, duration: windowSeconds })
  const onRefused = countRefusals(name)
  const policy = `"${name}";q=${limit};w=${windowSeconds}`
  const describe = (state: RateLimiterRes) => `"${name}";r=${state.remainingPoints};t=${seconds(state)}`

  const refusal = (state: RateLimiterRes) =>
    new ServiceError('rate-limited', {
      ...(detail !== undefined && { detail }),
      headers: {
        'Retry-After': String(seconds(state)),
        'RateLimit-Policy': policy,
        RateLimit: describe(state),
        ...(closes ? { Connection: 'close' } : {}),
      },
    })

  /** Counts a request. Adds the rate limit headers of the response to `headers`. */
  async function take(key: string, headers: Record<string, string>): Promise<void> {
    try {
      headers.RateLimit = describe(await counter.consume(key))
      headers['RateLimit-Policy'] = policy
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      onRefused()
      if (error.consumedPoints > limit + immediateRefusals) await delay(refusalDelayMs)
      throw refusal(error)
    }
  }

  return {
    take,
    /** Refuses like `take`, but counts the request only when the limit is reached. */
    async requireLeft(key: string): Promise<void> {
      const state = await counter.get(key)
      if (state !== null && state.consumedPoints >= limit) await take(key, {})
    },
  }
}

const seconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000))

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

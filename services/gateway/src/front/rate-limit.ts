import type { ServerResponse } from 'node:http'
import { ServiceError } from '@guidebook/service-kit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const windowSeconds = 60

/** Counts the requests of each key in windows of a minute; says what is left, and refuses (429) what is too much. */
export function createRateLimit(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds })
  const policy = `"default";q=${perMinute};w=${windowSeconds}`

  return async function takeOne(key: string, response: ServerResponse): Promise<void> {
    response.setHeader('RateLimit-Policy', policy)
    try {
      response.setHeader('RateLimit', describe(await limiter.consume(key)))
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      throw new ServiceError('rate-limited', {
        headers: {
          'Retry-After': String(seconds(refusal)),
          'RateLimit-Policy': policy,
          RateLimit: describe(refusal),
        },
      })
    }
  }
}

const seconds = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1_000))
const describe = (state: RateLimiterRes) => `"default";r=${state.remainingPoints};t=${seconds(state)}`

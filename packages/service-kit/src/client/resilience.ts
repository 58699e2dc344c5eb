import type { ServiceName } from '@guidebook/contracts'
import { CircuitState, ConsecutiveBreaker, ConstantBackoff, circuitBreaker, handleWhen, retry } from 'cockatiel'
import { isOutage } from '../errors/outage.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Logger } from '../log/logger.ts'
import { TargetUnavailableError } from './call-error.ts'

/** So many outages in a row open the circuit … */
const strikes = 5
/** … for so long, milliseconds; then one call tries. */
const openFor = 1_000

/** Before the second attempt, milliseconds: long enough for a restarted process to accept, short against any deadline. */
const pause = 50

/** One retry where that is safe, and a breaker per target. Refusals (4xx) and errors of one request (500) count for neither. */
export function createResilience(target: ServiceName, log: Logger) {
  const breaker = circuitBreaker(handleWhen(isStrike), {
    breaker: new ConsecutiveBreaker(strikes),
    halfOpenAfter: openFor,
  })
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) log.warn({ target }, 'circuit opened')
    else if (state === CircuitState.Closed) log.info({ target }, 'circuit closed')
  })
  const once = retry(handleWhen(isStrike), { maxAttempts: 1, backoff: new ConstantBackoff(pause) })

  return {
    /** `signal` ends the pause before the retry as well. */
    execute<T>(attempt: () => Promise<T>, options: { retry: boolean; signal: AbortSignal }): Promise<T> {
      const guarded = () => breaker.execute(attempt)
      return options.retry ? once.execute(guarded, options.signal) : guarded()
    },
  }
}

function isStrike(error: unknown): boolean {
  if (error instanceof ServiceError) return false
  return error instanceof TargetUnavailableError || isOutage(error)
}

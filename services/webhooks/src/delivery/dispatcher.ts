import {
  type Clock,
  type Component,
  claimLoop,
  type Database,
  type Logger,
  uuidv7,
  withTrace,
} from '@guidebook/service-kit'

import type { SecretBox } from '../endpoint/secret-box.ts'
import { createJournal } from './journal.ts'
import { type ClaimedDelivery, createDeliveryQueries, type SettledAttempt } from './queries.ts'
import { recordAttempts } from './record-attempts.ts'
import { nextAttemptAt } from './schedule.ts'
import type { AttemptResult, Send } from './send.ts'
import { signedHeaders } from './sign.ts'

export interface DispatcherOptions {
  database: Database
  send: Send
  secrets: SecretBox
  clock: Clock
  log: Logger
  /** Attempts under way at once, by this process. */
  concurrency: number
  /** Attempts under way at once to one endpoint, by all processes. */
  perEndpoint: number
  /** Longer than an attempt can last: after it, another dispatcher takes the delivery over. */
  leaseMs: number
  onAttempt(attempt: SettledAttempt): void
}

/** Most results recorded by one statement. */
const journalBatch = 500

/**
 * Takes due deliveries, posts each outside any transaction, and records what came of it. A dispatcher that dies between
 * the two leaves a lease that runs out: the delivery is then repeated under the same id, never lost.
 */
export const createDispatcher = (options: DispatcherOptions): Component & { wake(): void } => {
  const { database, clock, log } = options
  const underWay = new Set<Promise<void>>()
  const journal = createJournal<SettledAttempt>(
    (batch) => database.transaction((trx) => recordAttempts(trx, batch, clock.now(), log)),
    journalBatch,
  )

  const deliver = async (delivery: ClaimedDelivery) => {
    const attempt = await withTrace(delivery.traceparent, 'deliver webhook', () => attemptOnce(options, delivery))
    await journal.record(attempt)
    options.onAttempt(attempt)
  }

  const claim = async (): Promise<number> => {
    const slots = options.concurrency - underWay.size
    if (slots === 0) return 0
    const claimed = await createDeliveryQueries(database.knex).claim(uuidv7(), clock.now(), {
      slots,
      perEndpoint: options.perEndpoint,
      leaseMs: options.leaseMs,
    })
    for (const delivery of claimed) {
      const work = deliver(delivery)
        // What could not be recorded stays leased and is repeated when the lease has run out.
        .catch((error: unknown) => log.error({ err: error, delivery: delivery.id }, 'attempt could not be recorded'))
        .finally(() => {
          underWay.delete(work)
          loop.wake()
        })
      underWay.add(work)
    }
    return claimed.length
  }

  const loop = claimLoop({ name: 'dispatcher', pollMs: 250, run: claim, log })
  return {
    ...loop,
    async stop() {
      await loop.stop?.()
      await Promise.all(underWay)
      await journal.drain()
    },
  }
}

const attemptOnce = async (options: DispatcherOptions, delivery: ClaimedDelivery): Promise<SettledAttempt> => {
  const at = options.clock.now()
  const headers = signedHeaders(delivery.webhook_id, at, delivery.body, secretsFor(options.secrets, delivery, at))
  const result = await options.send(delivery.url, headers, delivery.body)
  return {
    delivery: delivery.id,
    lease: delivery.lease,
    account: delivery.account,
    at,
    result,
    ...followingState(result, delivery.attempts_made + 1, options.clock.now()),
  }
}

const secretsFor = (box: SecretBox, delivery: ClaimedDelivery, at: Date): string[] => {
  const { account, secret, previous_secret: previous, previous_until: until } = delivery
  const overlaps = previous !== null && until !== null && at < until
  return [secret, ...(overlaps ? [previous] : [])].map((sealed) => box.open(sealed, account))
}

/** What becomes of a delivery after an attempt; `attempts` counts this one. */
export const followingState = (
  result: Pick<AttemptResult, 'outcome' | 'retryAfterMs'>,
  attempts: number,
  now: Date,
): Pick<SettledAttempt, 'state' | 'nextAttemptAt'> => {
  if (result.outcome === 'acknowledged') return { state: 'delivered', nextAttemptAt: null }
  if (result.outcome === 'gone') return { state: 'failed', nextAttemptAt: null }
  const next = nextAttemptAt(now, attempts, result.retryAfterMs)
  return next === null ? { state: 'failed', nextAttemptAt: null } : { state: 'pending', nextAttemptAt: next }
}

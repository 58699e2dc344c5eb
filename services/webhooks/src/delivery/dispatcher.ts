import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Clock,
  type Component,
  claimLoop,
  type Database,
  isOutage,
  type Logger,
  uuidv7,
  withTrace,
} from '@guidebook/service-kit'
import pLimit from 'p-limit'
import type { SecretBox } from '../endpoint/secret-box.ts'
import { probedAfter } from '../endpoint/streak.ts'
import { type ClaimedDelivery, claimDeliveries } from './claim.ts'
import { createJournal } from './journal.ts'
import { recordAttempts } from './record-attempts.ts'
import { nextAttemptAt } from './schedule.ts'
import type { AttemptResult, Send } from './send.ts'
import type { SettledAttempt } from './settle.ts'
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
  /** Attempts begun in a second to one endpoint, by all processes. */
  ratePerEndpoint: number
  /** Longest time of an attempt. */
  timeoutMs: number
  onAttempt(attempt: SettledAttempt): void
}

/** Most results recorded by one statement. */
const journalBatch = 500
/** Most results that may wait to be recorded: while the database is away nothing more is begun. */
const mostUnrecorded = 2 * journalBatch
/** So long after a claim the next one waits for half of what it may take: one for each place that becomes free would cost more than the POSTs. */
const gatherMs = 10
/** What ended in such a time is claimed ahead: a claim and its answer take a fifth of it under load … */
const aheadMs = 100
/** … but no more than so many times the places. Where receivers are slow hardly anything is. */
const mostAhead = 3
/** Between two tries to record results while the database is away. */
const recordAgainMs = 500
/**
 * How much longer a delivery is leased than an attempt can last, and so the time in which an attempt must be begun: after the lease
 * another dispatcher takes the delivery over.
 */
const leaseSlackMs = 10_000

/**
 * Takes due deliveries, posts each outside any transaction, and records what came of it. A dispatcher that dies between
 * the two leaves a lease that runs out: the delivery is then repeated under the same id, never lost.
 */
export const createDispatcher = (options: DispatcherOptions): Component & { wake(): void } => {
  const { database, clock, log, onAttempt } = options
  const places = pLimit(options.concurrency)
  const ended = recentCount(aheadMs)
  /** From the claim until it is recorded. */
  const underWay = new Set<Promise<void>>()
  let gatherUntil = 0
  const ending = new AbortController()

  /** What a receiver has acknowledged is not forgotten because the database is away for a moment. */
  const write = async (batch: readonly SettledAttempt[]): Promise<void> => {
    for (;;) {
      try {
        const recorded = await database.transaction((trx) => recordAttempts(trx, batch, clock.now(), log))
        for (const attempt of recorded) onAttempt(attempt)
        return
      } catch (error) {
        if (!isOutage(error) || ending.signal.aborted) throw error
        log.warn({ err: error, attempts: batch.length }, 'attempts wait to be recorded: the database is away')
        await delay(recordAgainMs, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
  }
  const journal = createJournal(write, journalBatch)

  const deliver = async (delivery: ClaimedDelivery, beginBefore: number) => {
    const attempt = await places(async () => {
      // A process that stood still meanwhile has lost its lease: another one may be at it by now.
      if (performance.now() >= beginBefore) return
      return await withTrace(delivery.traceparent, 'deliver webhook', () => attemptOnce(options, delivery))
    }).finally(() => {
      ended.add()
      // The next one need not wait until this one is recorded.
      loop.wake()
    })
    if (attempt !== undefined) await journal.record(attempt)
  }

  const claim = async (): Promise<number> => {
    const { concurrency } = options
    // Beyond the free places as many as will soon be free, so that they need not wait for a claim.
    const ahead = Math.min(ended.count(), mostAhead * concurrency)
    const free = concurrency - places.activeCount - places.pendingCount
    const slots = Math.min(free + ahead, mostUnrecorded - underWay.size)
    if (slots <= 0 || (slots < (concurrency + ahead) / 2 && performance.now() < gatherUntil)) return 0
    const beginBefore = performance.now() + leaseSlackMs
    const claimed = await claimDeliveries(database, uuidv7(), clock.now(), {
      slots,
      perEndpoint: options.perEndpoint,
      ratePerEndpoint: options.ratePerEndpoint,
      probedAfter,
      leaseMs: options.timeoutMs + leaseSlackMs,
    })
    gatherUntil = performance.now() + gatherMs
    if (claimed.length > 0) setTimeout(() => loop.wake(), gatherMs)
    for (const delivery of claimed) {
      const work = deliver(delivery, beginBefore)
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
      await loop.stop()
      ending.abort()
      await Promise.all(underWay)
      await journal.drain()
    },
  }
}

/** Counts what happened within the last `ms`. */
const recentCount = (ms: number) => {
  const times: number[] = []
  return {
    add(): void {
      times.push(performance.now())
    },
    count(): number {
      const since = performance.now() - ms
      while (times.length > 0 && (times[0] ?? 0) < since) times.shift()
      return times.length
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
    occurredAt: delivery.occurred_at,
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

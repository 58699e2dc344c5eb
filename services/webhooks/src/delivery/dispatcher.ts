import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { batched, type ClaimLoop, claimLoop, isOutage, withTrace } from '@guidebook/service-kit'
import pLimit from 'p-limit'
import type { Context } from '../context.ts'
import type { SecretBox } from '../endpoint/secret-box.ts'
import { type ClaimedDelivery, claimDeliveries, releaseDeliveries } from './claim.ts'
import { deliveryMetrics } from './metrics.ts'
import { recordWithAccounts, type SettledAttempt } from './record-attempts.ts'
import { nextAttemptAt } from './schedule.ts'
import type { AttemptResult, Send } from './send.ts'
import { signedHeaders } from './sign.ts'

/** Largest number of results per statement. */
const recordBatch = 500
/** Largest number of unrecorded results. No attempt starts above it, for example while the database is unavailable. */
const mostUnrecorded = 2 * recordBatch
/** For so long after a claim, the next claim waits until half of the places are free: a claim for each free place would cost more than the POSTs. */
const gatherMs = 10
/** As many deliveries are claimed ahead as attempts ended in this time; a claim takes a fifth of it under load … */
const aheadMs = 100
/** … but at most this multiple of the places. With slow receivers, almost none are claimed ahead. */
const mostAhead = 3
/** Pause between two tries to record results while the database is unavailable. */
const recordAgainMs = 500
/**
 * How much longer a lease lasts than an attempt, and therefore the time within which an attempt must start. After the lease another
 * dispatcher takes over the delivery.
 */
const leaseSlackMs = 10_000

/**
 * Claims due deliveries, posts each outside any transaction, and records the results. When a dispatcher dies in between, the lease
 * expires and the delivery is repeated with the same id; it is never lost.
 */
export const createDispatcher = (context: Context, send: Send): ClaimLoop => {
  const { log, settings } = context
  const concurrency = settings.WEBHOOK_CONCURRENCY
  const onAttempt = deliveryMetrics(context)
  const places = pLimit(concurrency)
  /** When attempts ended, in the last `aheadMs`. */
  let ended: number[] = []
  /** Deliveries between claim and record. */
  const underWay = new Set<Promise<void>>()
  /** Claimed deliveries whose attempt has not begun. */
  const waiting = new Set<ClaimedDelivery>()
  /** Whether results wait for the database. Their leases may end before it is back, and their receivers have already responded. */
  let isRecordDelayed = false
  let isRetired = false
  let gatherUntil = 0
  const ending = new AbortController()

  /** Retries while the database is unavailable, so that no acknowledgement is lost. */
  const write = async (batch: readonly SettledAttempt[]): Promise<undefined[]> => {
    for (;;) {
      try {
        const recorded = await recordWithAccounts(context, batch)
        isRecordDelayed = false
        for (const attempt of recorded) onAttempt(attempt)
        return batch.map(() => undefined)
      } catch (error) {
        isRecordDelayed = isOutage(error)
        if (!isRecordDelayed || ending.signal.aborted) throw error
        log.warn({ err: error, attempts: batch.length }, 'recording attempts failed, database unavailable, retrying')
        await delay(recordAgainMs, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
  }
  /** One write at a time, so batches grow with the load. Resolves when the result is durable. */
  const record = batched({ load: write, largest: recordBatch, atOnce: 1 })

  const deliver = async (delivery: ClaimedDelivery, beginBefore: number) => {
    waiting.add(delivery)
    const attempt = await places(async () => {
      // A process that was suspended meanwhile may have lost its lease to another one. After the retirement it was given back.
      if (!waiting.delete(delivery) || performance.now() >= beginBefore) return
      return await withTrace(delivery.traceparent, 'deliver webhook', () => attemptOnce(context, send, delivery))
    }).finally(() => {
      ended.push(performance.now())
      // The next attempt need not wait for the record of this one.
      loop.wake()
    })
    if (attempt !== undefined) await record(attempt)
  }

  const claim = async (): Promise<number> => {
    if (isRecordDelayed) return 0
    // More than the free places: as many as will soon be free, so that they need not wait for a claim.
    const recently = performance.now() - aheadMs
    ended = ended.filter((at) => at >= recently)
    const ahead = Math.min(ended.length, mostAhead * concurrency)
    const free = concurrency - places.activeCount - places.pendingCount
    const slots = Math.min(free + ahead, mostUnrecorded - underWay.size)
    if (slots <= 0 || (slots < (concurrency + ahead) / 2 && performance.now() < gatherUntil)) return 0
    const beginBefore = performance.now() + leaseSlackMs
    const claimed = await claimDeliveries(context, slots, settings.WEBHOOK_TIMEOUT + leaseSlackMs)
    gatherUntil = performance.now() + gatherMs
    if (claimed.length > 0) setTimeout(() => loop.wake(), gatherMs)
    if (isRetired) giveBack(claimed)
    else
      for (const delivery of claimed)
        follow(deliver(delivery, beginBefore), { delivery: delivery.id, message: 'recording an attempt failed' })
    return claimed.length
  }

  /** `stop` waits for the work. */
  const follow = (work: Promise<void>, failure: { delivery?: string; deliveries?: number; message: string }) => {
    const { message, ...fields } = failure
    const followed = work
      // The delivery stays leased and is repeated after the lease.
      .catch((error: unknown) => log.error({ err: error, ...fields }, message))
      .finally(() => {
        underWay.delete(followed)
        loop.wake()
      })
    underWay.add(followed)
  }

  const giveBack = (claimed: readonly ClaimedDelivery[]) => {
    if (claimed.length === 0) return
    follow(releaseDeliveries(context, claimed), {
      deliveries: claimed.length,
      message: 'releasing deliveries failed',
    })
  }

  const loop = claimLoop({ name: 'dispatcher', pollMs: 250, run: claim, log })
  const retire = () => {
    loop.retire()
    isRetired = true
    giveBack([...waiting])
    waiting.clear()
  }
  return {
    ...loop,
    retire,
    async stop() {
      retire()
      await loop.stop()
      ending.abort()
      await Promise.all(underWay)
    },
  }
}

const attemptOnce = async (
  { clock, secrets }: Context,
  send: Send,
  delivery: ClaimedDelivery,
): Promise<SettledAttempt> => {
  const at = clock.now()
  const {
    id,
    lease,
    account,
    url,
    body,
    occurred_at: occurredAt,
    attempts_made: attemptsMade,
    due_at: dueAt,
  } = delivery
  const headers = signedHeaders(delivery.webhook_id, at, body, secretsFor(secrets, delivery, at))
  const result = await send(url, headers, body)
  const following = followingState(result, attemptsMade + 1, clock.now())
  return { delivery: id, lease, account, url, at, attemptsMade, dueAt, occurredAt, ...result, ...following }
}

const secretsFor = (box: SecretBox, delivery: ClaimedDelivery, at: Date): string[] => {
  const { account, secret, previous_secret: previous, previous_until: until } = delivery
  const overlaps = previous !== null && until !== null && at < until
  return [secret, ...(overlaps ? [previous] : [])].map((sealed) => box.open(sealed, account))
}

/** The next state of a delivery after an attempt. `attempts` includes this one. */
const followingState = (
  result: Pick<AttemptResult, 'outcome' | 'retryAfterMs'>,
  attempts: number,
  now: Date,
): Pick<SettledAttempt, 'state' | 'nextAttemptAt'> => {
  if (result.outcome === 'acknowledged') return { state: 'delivered', nextAttemptAt: null }
  if (result.outcome === 'gone') return { state: 'failed', nextAttemptAt: null }
  const next = nextAttemptAt(now, attempts, result.retryAfterMs)
  return next === null ? { state: 'failed', nextAttemptAt: null } : { state: 'pending', nextAttemptAt: next }
}

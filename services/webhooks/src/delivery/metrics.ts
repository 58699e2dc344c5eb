import {
  countLimit,
  type Database,
  type FactSource,
  meter,
  type Observation,
  observeGauges,
} from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { isPaused } from '../endpoint/streak.ts'
import type { RecordedAttempt } from './record-attempts.ts'
import type { AttemptOutcome } from './send.ts'

/** Counts settled deliveries. Returns the function to call after the commit of their states. */
export const settledCounter = (): Context['countSettled'] => {
  const settled = meter('webhooks').createCounter('webhook_deliveries_settled', {
    description: 'Settled deliveries by state',
  })
  for (const state of ['delivered', 'failed']) settled.add(0, { state })
  return (state, deliveries = 1) => settled.add(deliveries, { state })
}

/** Metrics of attempts, their deliveries and the backlog. Returns the function to call for each attempt. */
export const deliveryMetrics = (context: Context): ((attempt: RecordedAttempt) => void) => {
  const { database, clock, log, countSettled } = context
  const instruments = meter('webhooks')
  const attempts = instruments.createCounter('webhook_attempts', { description: 'Attempts by outcome' })
  const duration = instruments.createHistogram('webhook_attempt_duration_seconds', {
    description: 'Time of an attempt',
    unit: 's',
    advice: { explicitBucketBoundaries: attemptBounds },
  })
  const latency = instruments.createHistogram('webhook_delivery_latency_seconds', {
    description: 'From the commit of a share to its acknowledgement; replays are not counted',
    unit: 's',
    advice: { explicitBucketBoundaries: latencyBounds },
  })
  const due = instruments.createObservableGauge('webhook_deliveries_due', {
    description: 'Deliveries that are due, at endpoints that are neither off nor paused',
  })
  const age = instruments.createObservableGauge('webhook_oldest_due_age_seconds', {
    description: 'Time since the oldest due delivery became due',
    unit: 's',
  })
  const endpoints = instruments.createObservableGauge('webhook_endpoints', { description: 'Endpoints by their state' })
  observeGauges(instruments, [due, age, endpoints], log, async () => {
    const now = clock.now()
    const backlog = await readBacklog(database, now)
    const counts = await countEndpoints(database, now)
    return [
      [due, backlog.due],
      [age, backlog.age],
      ...counts.map(({ state, count }): Observation => [endpoints, count, { state }]),
    ]
  })
  for (const outcome of Object.keys(outcomes)) attempts.add(0, { outcome })
  return ({ outcome, durationMs, state, at, occurredAt }) => {
    attempts.add(1, { outcome })
    duration.record(durationMs / 1000, { outcome })
    if (state !== null && state !== 'pending') countSettled(state)
    if (state === 'delivered' && occurredAt !== null) {
      latency.record((at.getTime() + durationMs - occurredAt.getTime()) / 1000)
    }
  }
}

/** Every outcome, so that none is absent before it first occurs. */
const outcomes: Readonly<Record<AttemptOutcome, true>> = {
  acknowledged: true,
  gone: true,
  redirected: true,
  refused: true,
  timeout: true,
  'address-forbidden': true,
  'name-not-resolved': true,
  'proxy-failed': true,
  'tls-failed': true,
  'answer-unreadable': true,
  'connection-failed': true,
}

/** Seconds: from a receiver nearby to one that reaches the limit of an attempt. */
const attemptBounds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]
/** Seconds: from an immediate delivery to the end of the schedule. */
const latencyBounds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 36_000, 86_400, 345_600]

/** For operators: endpoints that do not get their deliveries, and how long deliveries wait. */
export const deliveryFacts = ({ database, clock }: Context): FactSource => ({
  name: 'deliveries',
  facts: async () => {
    const now = clock.now()
    const [{ due, age }, states] = await Promise.all([readBacklog(database, now), countEndpoints(database, now)])
    const count = (name: string) => states.find(({ state }) => state === name)?.count ?? 0
    const endpointsFailing = states.reduce((sum, { failing }) => sum + failing, 0)
    const off = { endpointsPaused: count('paused'), endpointsOff: count('off') }
    return { due, oldestDueSeconds: Math.round(age), endpointsFailing, ...off }
  },
})

/**
 * The due deliveries of endpoints that are neither off nor paused: at most `countLimit`, and the age of the oldest in seconds. The cost grows with
 * the number of accounts and not of deliveries; see `claimDeliveries`.
 */
const readBacklog = async (database: Database, now: Date): Promise<{ due: number; age: number }> => {
  const { rows } = await database.knex.raw(
    `with recursive waiting (account) as (
       (select account from deliveries where state = 'pending' order by account limit 1)
       union all
       select (
         select d.account from deliveries d where d.state = 'pending' and d.account > w.account order by d.account limit 1)
       from waiting w where w.account is not null
     ), served as (
       select e.account from waiting w join endpoints e on e.account = w.account
       where e.enabled and not ${isPaused}
     )
     select
       (select count(*)::integer from (
          select from served s join deliveries d on d.account = s.account
          where d.state = 'pending' and d.next_attempt_at <= :now limit ${countLimit}) counted) as due,
       (select greatest(0, coalesce(extract(epoch from :now - min(oldest.next_attempt_at)), 0))::float
        from served s cross join lateral (
          select d.next_attempt_at from deliveries d
          where d.account = s.account and d.state = 'pending' and d.next_attempt_at <= :now
          order by d.next_attempt_at limit 1) oldest) as age`,
    { now },
  )
  return rows[0]
}

interface EndpointCount {
  state: string
  count: number
  /** Endpoints in use whose latest attempts have failed, paused or not. */
  failing: number
}

const countEndpoints = async (database: Database, now: Date): Promise<EndpointCount[]> => {
  const { rows } = await database.knex.raw(
    `select state, count(e.account)::integer as count, (count(e.failing_since) filter (where e.enabled))::integer as failing
     from (values ('on'), ('paused'), ('off')) as s (state)
     left join endpoints e on s.state =
       case when not e.enabled then 'off' when ${isPaused} then 'paused' else 'on' end
     group by state`,
    { now },
  )
  return rows
}

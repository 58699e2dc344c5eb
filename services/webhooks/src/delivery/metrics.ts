import { type Database, type FactSource, meter } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import type { SettledAttempt } from './record-attempts.ts'

/** Metrics of attempts, deliveries and the backlog. Returns the function to call for each attempt. */
export const deliveryMetrics = ({ database, clock, log }: Context): ((attempt: SettledAttempt) => void) => {
  const instruments = meter('webhooks')
  const attempts = instruments.createCounter('webhook_attempts', { description: 'Attempts by outcome' })
  const duration = instruments.createHistogram('webhook_attempt_duration_seconds', {
    description: 'Time of an attempt',
    unit: 's',
  })
  const settled = instruments.createCounter('webhook_deliveries_settled', {
    description: 'Settled deliveries by state',
  })
  const latency = instruments.createHistogram('webhook_delivery_latency_seconds', {
    description: 'From the commit of a share to its acknowledgement; replays are not counted',
    unit: 's',
    advice: { explicitBucketBoundaries: latencyBounds },
  })
  const due = instruments.createObservableGauge('webhook_deliveries_due', { description: 'Deliveries that are due' })
  const age = instruments.createObservableGauge('webhook_oldest_due_age_seconds', {
    description: 'Time since the oldest due delivery became due',
    unit: 's',
  })
  const endpoints = instruments.createObservableGauge('webhook_endpoints', { description: 'Endpoints by their state' })
  instruments.addBatchObservableCallback(
    async (result) => {
      try {
        const now = clock.now()
        const backlog = await readBacklog(database, now)
        result.observe(due, backlog.due)
        result.observe(age, backlog.age)
        for (const { state, count } of await countEndpoints(database, now)) result.observe(endpoints, count, { state })
      } catch (error) {
        // While the database is unavailable these metrics are missing on purpose.
        log.debug({ err: error }, 'counting deliveries failed')
      }
    },
    [due, age, endpoints],
  )
  return ({ outcome, durationMs, state, at, occurredAt }) => {
    attempts.add(1, { outcome })
    duration.record(durationMs / 1000, { outcome })
    if (state !== 'pending') settled.add(1, { state })
    if (state === 'delivered' && occurredAt !== null) {
      latency.record((at.getTime() + durationMs - occurredAt.getTime()) / 1000)
    }
  }
}

/** Seconds: from an immediate delivery to the end of the schedule. */
const latencyBounds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 36_000, 86_400, 345_600]

/** For operators: endpoints that do not get their deliveries, and how long deliveries wait. */
export const deliveryFacts = ({ database, clock }: Context): FactSource => ({
  name: 'deliveries',
  facts: async () => {
    const now = clock.now()
    const [{ due, age }, states] = await Promise.all([readBacklog(database, now), countEndpoints(database, now)])
    const count = (name: string) => states.find(({ state }) => state === name)?.count ?? 0
    return { due, oldestDueSeconds: Math.round(age), endpointsPaused: count('paused'), endpointsOff: count('off') }
  },
})

const readBacklog = async (database: Database, now: Date): Promise<{ due: number; age: number }> => {
  const { rows } = await database.knex.raw(
    `select count(*)::integer as due, coalesce(extract(epoch from :now - min(next_attempt_at)), 0)::float as age
     from deliveries where state = 'pending' and next_attempt_at <= :now`,
    { now },
  )
  return rows[0]
}

const countEndpoints = async (database: Database, now: Date): Promise<{ state: string; count: number }[]> => {
  const { rows } = await database.knex.raw(
    `select state, count(e.account)::integer as count
     from (values ('on'), ('paused'), ('off')) as s (state)
     left join endpoints e on s.state =
       case when not e.enabled then 'off' when e.paused_until > :now then 'paused' else 'on' end
     group by state`,
    { now },
  )
  return rows
}

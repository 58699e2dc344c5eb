import type { Database, Logger, Meter } from '@guidebook/service-kit'
import type { SettledAttempt } from './queries.ts'

/** Counts attempts by outcome and shows how much waits, and for how long. Answers what to call for each attempt. */
export const deliveryMetrics = (meter: Meter, database: Database, log: Logger): ((attempt: SettledAttempt) => void) => {
  const attempts = meter.createCounter('webhook_attempts', { description: 'Attempts by what came of them' })
  const duration = meter.createHistogram('webhook_attempt_duration', { description: 'Time of an attempt', unit: 's' })
  const due = meter.createObservableGauge('webhook_deliveries_due', { description: 'Deliveries whose time has come' })
  const age = meter.createObservableGauge('webhook_oldest_due_age', {
    description: 'How long the delivery that is due the longest has been due',
    unit: 's',
  })
  meter.addBatchObservableCallback(
    async (result) => {
      try {
        const backlog = await readBacklog(database)
        result.observe(due, backlog.due)
        result.observe(age, backlog.age)
      } catch (error) {
        // Metrics of a database that is away are missing, which is what they should say.
        log.debug({ err: error }, 'deliveries could not be counted')
      }
    },
    [due, age],
  )
  return ({ result }) => {
    attempts.add(1, { outcome: result.outcome })
    duration.record(result.durationMs / 1000, { outcome: result.outcome })
  }
}

const readBacklog = async (database: Database): Promise<{ due: number; age: number }> => {
  const { rows } = await database.knex.raw(
    `select count(*)::int as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float as age
     from deliveries where state = 'pending' and next_attempt_at <= now()`,
  )
  return rows[0]
}

import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { meter } from '../telemetry/metrics.ts'
import { outboxBacklog } from './outbox-queries.ts'

/** How much waits to be sent and for how long: read from the table when somebody asks. */
export function observeOutbox(database: Database, log: Logger): void {
  const instruments = meter('@guidebook/service-kit')
  const depth = instruments.createObservableGauge('outbox_depth', { description: 'Messages that wait to be sent' })
  const age = instruments.createObservableGauge('outbox_oldest_age', {
    description: 'Age of the message that waits longest',
    unit: 's',
  })
  instruments.addBatchObservableCallback(
    async (result) => {
      try {
        const backlog = await outboxBacklog(database.knex)
        result.observe(depth, backlog.depth)
        result.observe(age, backlog.ageSeconds)
      } catch (error) {
        // Metrics of a database that is away are missing, which is what they should say.
        log.debug({ err: error }, 'outbox could not be measured')
      }
    },
    [depth, age],
  )
}

export interface ConsumerMetrics {
  settled(queue: string, outcome: string): void
  /** Milliseconds between a message's being told and its being received. */
  received(queue: string, lagMs: number): void
}

export function consumerMetrics(): ConsumerMetrics {
  const instruments = meter('@guidebook/service-kit')
  const settledCount = instruments.createCounter('messages_settled', { description: 'Messages by what became of them' })
  const lag = instruments.createHistogram('message_lag', {
    description: 'Time from the change a message tells of to its receipt',
    unit: 's',
  })
  return {
    settled: (queue, outcome) => settledCount.add(1, { queue, outcome }),
    received: (queue, lagMs) => lag.record(Math.max(0, lagMs) / 1_000, { queue }),
  }
}

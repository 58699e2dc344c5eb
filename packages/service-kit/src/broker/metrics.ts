import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { meter } from '../telemetry/metrics.ts'
import type { BrokerConnection } from './connection.ts'
import type { DeadLetters } from './dead-letters.ts'
import { outboxBacklog } from './outbox-queries.ts'

/** Measures how many messages wait to be sent, and for how long. Reads the table when metrics are collected. */
export function observeOutbox(database: Database, log: Logger): void {
  const instruments = meter('@guidebook/service-kit')
  const depth = instruments.createObservableGauge('outbox_depth', { description: 'Messages that wait to be sent.' })
  const age = instruments.createObservableGauge('outbox_oldest_age', {
    description: 'Age of the message that has waited longest.',
    unit: 's',
  })
  instruments.addBatchObservableCallback(
    async (result) => {
      try {
        const backlog = await outboxBacklog(database.knex)
        result.observe(depth, backlog.depth)
        result.observe(age, backlog.ageSeconds)
      } catch (error) {
        // While the database is unavailable these metrics are absent.
        log.debug({ err: error }, 'outbox could not be measured')
      }
    },
    [depth, age],
  )
}

/** Measures how many dead letters each queue of the service has. Asks the broker when metrics are collected. */
export function observeDeadLetters(deadLetters: DeadLetters, consuming: BrokerConnection, log: Logger): void {
  const gauge = meter('@guidebook/service-kit').createObservableGauge('dead_letters', {
    description: 'Messages that were given up, by the queue that they were taken from.',
  })
  gauge.addCallback(async (result) => {
    // While the broker is unavailable this metric is absent.
    if (!consuming.connected) return
    try {
      for (const { queue, count } of await deadLetters.list(0)) result.observe(count, { queue })
    } catch (error) {
      log.debug({ err: error }, 'dead letters could not be counted')
    }
  })
}

export type ConsumerMetrics = ReturnType<typeof consumerMetrics>

export function consumerMetrics() {
  const instruments = meter('@guidebook/service-kit')
  const settledCount = instruments.createCounter('messages_settled', { description: 'Messages by outcome.' })
  const lag = instruments.createHistogram('message_lag', {
    description: 'Time from the change that a message reports to its receipt.',
    unit: 's',
  })
  return {
    settled: (queue: string, outcome: string) => settledCount.add(1, { queue, outcome }),
    /** Milliseconds from the change that a message reports to its receipt. */
    received: (queue: string, lagMs: number) => lag.record(Math.max(0, lagMs) / 1_000, { queue }),
  }
}

import type { ServiceName } from '@guidebook/contracts'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { meter } from '../telemetry/metrics.ts'
import { type Observation, observeGauges } from '../telemetry/observe-gauges.ts'
import type { BrokerConnection } from './connection.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { Outcome } from './delivery.ts'
import { outboxBacklog } from './outbox-queries.ts'
import { queuesOf } from './topology.ts'

/** Measures how many messages wait to be sent, and for how long. Reads the table when metrics are collected. */
export function observeOutbox(database: Database, log: Logger): void {
  const instruments = meter('@guidebook/service-kit')
  const depth = instruments.createObservableGauge('outbox_depth', {
    description: 'Messages that wait to be sent; larger numbers than 10,000 are reported as 10,000.',
  })
  const age = instruments.createObservableGauge('outbox_oldest_age', {
    description: 'Age of the message that has waited longest.',
    unit: 's',
  })
  observeGauges(instruments, [depth, age], log, async () => {
    const backlog = await outboxBacklog(database.knex)
    return [
      [depth, backlog.depth],
      [age, backlog.ageSeconds],
    ]
  })
}

interface QueueSources {
  deadLetters: Pick<DeadLetters, 'count'>
  consuming: BrokerConnection
  publishing: BrokerConnection
  log: Logger
}

/** Measures the queues of the service, and whether the broker accepts messages. Asks the broker when metrics are collected. */
export function observeQueues({ deadLetters, consuming, publishing, log }: QueueSources): void {
  const instruments = meter('@guidebook/service-kit')
  const gauge = (name: string, description: string) => instruments.createObservableGauge(name, { description })
  const dead = gauge('dead_letters', 'Messages that were given up, by the queue that they were taken from.')
  const ready = gauge('queue_messages_ready', 'Messages that wait for a consumer, by queue.')
  const consumers = gauge('queue_consumers', 'Consumers of all replicas, by queue.')
  observeGauges(instruments, [dead, ready, consumers], log, async () => {
    if (!consuming.connected) return []
    const queues = await deadLetters.count()
    return queues.flatMap(({ queue, ...counts }) => [
      ...(counts.dead === null ? [] : [[dead, counts.dead, { queue }] satisfies Observation]),
      [ready, counts.ready, { queue }],
      [consumers, counts.consumers, { queue }],
    ])
  })
  gauge('broker_blocked', '1 while the broker accepts no messages, because its memory or disk is full.').addCallback(
    (result) => result.observe(publishing.blocked ? 1 : 0),
  )
}

export type ConsumerMetrics = ReturnType<typeof consumerMetrics>

const outcomes: readonly Outcome['outcome'][] = ['handled', 'failed', 'dead', 'parked', 'abandoned']

export function consumerMetrics(service: ServiceName) {
  const instruments = meter('@guidebook/service-kit')
  const settledCount = instruments.createCounter('messages_settled', { description: 'Messages by outcome.' })
  for (const queue of queuesOf(service)) for (const outcome of outcomes) settledCount.add(0, { queue, outcome })
  const lag = instruments.createHistogram('message_lag', {
    description: 'Time from the change that a message reports to its receipt.',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200] },
  })
  return {
    settled: (queue: string, outcome: Outcome['outcome']) => settledCount.add(1, { queue, outcome }),
    /** Milliseconds from the change that a message reports to its receipt. */
    received: (queue: string, lagMs: number) => lag.record(Math.max(0, lagMs) / 1_000, { queue }),
  }
}

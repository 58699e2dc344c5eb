import type { MessageType, ServiceName } from '@guidebook/contracts'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { HealthCheck } from '../health.ts'
import type { Component } from '../lifecycle/component.ts'
import type { Backoff } from '../loop/backoff.ts'
import { brokerConnection } from './connection.ts'
import { createDeadLetters, deadLetterRoutes } from './dead-letters.ts'
import type { BrokerContext, MessageHandler } from './delivery.ts'
import { consumerMetrics, observeOutbox, observeQueues } from './metrics.ts'
import { createPublisher } from './publisher.ts'
import { createRelay } from './relay.ts'
import { senderProof } from './sender.ts'
import { createSubscription } from './subscription.ts'
import { defaultRetrySchedule, type RetrySchedule } from './topology.ts'

export interface BrokerOptions {
  url: string
  service: ServiceName
  database: Database
  log: Logger
  /** Delays before the repeats of a failed message, in milliseconds. */
  retrySchedule?: RetrySchedule | undefined
  /** Pauses of a subscription during an outage. */
  outageBackoff?: Backoff
  /** How long this process holds a message during an outage before it takes another one, milliseconds. */
  holdMs?: number
  relayBatch?: number
}

export type Broker = ReturnType<typeof createBroker>

/** Connects a service to the broker. Connections are opened when the first component starts and closed when the last one has stopped. */
export function createBroker({
  url,
  service,
  database,
  log,
  retrySchedule = defaultRetrySchedule,
  outageBackoff,
  holdMs = 60_000,
  relayBatch,
}: BrokerOptions) {
  if (retrySchedule.length === 0) throw new RangeError('a retry schedule has at least one delay')
  const publishing = brokerConnection({ url, name: `${service} publishing`, log })
  const consuming = brokerConnection({ url, name: `${service} consuming`, log })
  const proof = senderProof(service, url)
  const openPublisher = () => createPublisher({ connection: publishing, userId: proof.userId })
  const publisher = openPublisher()
  const metrics = consumerMetrics(service)
  const connections = { consuming, publishing, publisher, proof }
  const context: BrokerContext = {
    ...connections,
    service,
    database,
    log,
    metrics,
    retrySchedule,
    outageBackoff,
    holdMs,
  }
  const deadLetters = createDeadLetters(context)
  observeOutbox(database, log)
  observeQueues({ deadLetters, consuming, publishing, log })
  const check: HealthCheck = {
    name: 'broker',
    check: async () => {
      if (!publishing.connected) throw new Error('not connected to the broker')
    },
  }
  return {
    /** Sends the messages of the outbox. */
    relay: createRelay({
      service,
      database,
      log,
      connection: publishing,
      publisher: openPublisher(),
      batchSize: relayBatch,
    }),
    /** Passes every message of the type to the handler, at least once. `concurrency`: messages handled at once. */
    subscribe: <T extends MessageType>(
      type: T,
      handler: MessageHandler<T>,
      { concurrency = 10 }: { concurrency?: number } = {},
    ): Component => createSubscription(context, { type, handler, concurrency }),
    deadLetters,
    /** Let the gateway list and redrive the dead letters of this service. */
    deadLetterRoutes: deadLetterRoutes(deadLetters),
    check,
    /** Whether messages can be sent and received now. */
    get isUsable(): boolean {
      return publishing.connected && !publishing.blocked && consuming.connected
    },
  }
}

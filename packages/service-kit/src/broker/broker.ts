import type { MessageType, ServiceName } from '@guidebook/contracts'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { HealthCheck } from '../health.ts'
import type { Route } from '../http/route.ts'
import type { Component } from '../lifecycle/component.ts'
import type { Backoff } from '../loop/backoff.ts'
import { brokerConnection } from './connection.ts'
import { deadLetterRoutes } from './dead-letter-routes.ts'
import { createDeadLetters, type DeadLetters } from './dead-letters.ts'
import type { MessageHandler } from './delivery.ts'
import { consumerMetrics, observeDeadLetters, observeOutbox } from './metrics.ts'
import { createPublisher } from './publisher.ts'
import { createRelay } from './relay.ts'
import { defaultRetrySchedule, type RetrySchedule } from './retry-schedule.ts'
import { senderProof } from './sender.ts'
import { createSubscription } from './subscription.ts'

export interface BrokerOptions {
  url: string
  service: ServiceName
  database: Database
  log: Logger
  /** Delays before the repeats of a failed message, in milliseconds. */
  retrySchedule?: RetrySchedule
  /** Pauses of a subscription during an outage. */
  outageBackoff?: Backoff
  /** How long this process holds a message during an outage before it takes another one, milliseconds. */
  holdMs?: number
  relayBatch?: number
}

export interface SubscribeOptions {
  /** Messages handled at once; 10 by default. */
  concurrency?: number
}

export interface Broker {
  /** Sends the messages of the outbox. */
  relay: Component
  /** Passes every message of the type to the handler, at least once. */
  subscribe<T extends MessageType>(type: T, handler: MessageHandler<T>, options?: SubscribeOptions): Component
  deadLetters: DeadLetters
  /** Let the gateway list and redrive the dead letters of this service. */
  deadLetterRoutes: Route[]
  check: HealthCheck
}

/** Connects a service to the broker. Connections are opened when the first component starts and closed when the last one has stopped. */
export function createBroker({
  url,
  service,
  database,
  log,
  retrySchedule = defaultRetrySchedule,
  outageBackoff,
  holdMs,
  relayBatch,
}: BrokerOptions): Broker {
  if (retrySchedule.length === 0) throw new RangeError('a retry schedule has at least one delay')
  const publishing = brokerConnection({ url, name: `${service} publishing`, log })
  const consuming = brokerConnection({ url, name: `${service} consuming`, log })
  const proof = senderProof(service, url)
  const openPublisher = () => createPublisher({ connection: publishing, userId: proof.userId })
  const publisher = openPublisher()
  const deadLetters = createDeadLetters({ service, consuming, publishing, publisher, proof })
  const metrics = consumerMetrics()
  observeOutbox(database, log)
  observeDeadLetters(deadLetters, consuming, log)
  return {
    relay: createRelay({
      service,
      database,
      connection: publishing,
      publisher: openPublisher(),
      log,
      ...(relayBatch ? { batchSize: relayBatch } : {}),
    }),
    subscribe: (type, handler, { concurrency } = {}) =>
      createSubscription({
        service,
        type,
        handler,
        database,
        consuming,
        publishing,
        publisher,
        proof,
        log,
        metrics,
        retrySchedule,
        ...(concurrency === undefined ? {} : { concurrency }),
        ...(outageBackoff === undefined ? {} : { outageBackoff }),
        ...(holdMs === undefined ? {} : { holdMs }),
      }),
    deadLetters,
    deadLetterRoutes: deadLetterRoutes(deadLetters),
    check: {
      name: 'broker',
      check: async () => {
        if (!publishing.connected) throw new Error('not connected to the broker')
      },
    },
  }
}

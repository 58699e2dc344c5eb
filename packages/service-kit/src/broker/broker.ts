import type { MessageType, ServiceName } from '@guidebook/contracts'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { HealthCheck } from '../health.ts'
import type { Route } from '../http/route.ts'
import type { Component } from '../lifecycle/component.ts'
import { brokerConnection } from './connection.ts'
import { deadLetterRoutes } from './dead-letter-routes.ts'
import { createDeadLetters, type DeadLetters } from './dead-letters.ts'
import type { MessageHandler } from './delivery.ts'
import type { GateOptions } from './gate.ts'
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
  /** Pauses while something that a handler needs is away. */
  gate?: GateOptions
  /** How long a message is held while something is away before it makes room for another, in milliseconds. */
  holdMs?: number
  relayBatch?: number
}

export interface SubscribeOptions {
  /** Messages handled at once; 10 unless said otherwise. */
  concurrency?: number
}

export interface Broker {
  /** Sends what `emit` has put into the outbox. */
  relay: Component
  /** The handler gets every message of the type that this service subscribes to, at least once. */
  subscribe<T extends MessageType>(type: T, handler: MessageHandler<T>, options?: SubscribeOptions): Component
  deadLetters: DeadLetters
  /** The operations by which the gateway lists and redrives this service's dead letters. */
  deadLetterRoutes: Route[]
  check: HealthCheck
}

/** A service's end of the broker. Connections are opened when the first part starts and closed when the last has stopped. */
export function createBroker({
  url,
  service,
  database,
  log,
  retrySchedule = defaultRetrySchedule,
  gate,
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
        ...(gate === undefined ? {} : { gate }),
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

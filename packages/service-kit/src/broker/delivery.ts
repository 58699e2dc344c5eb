import { type MessageType, messages, type ServiceName } from '@guidebook/contracts'
import type { ConsumeMessage } from 'amqplib'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { isOutage } from '../errors/outage.ts'
import type { Backoff } from '../loop/backoff.ts'
import { withRequestId } from '../request-id.ts'
import { continueTrace } from '../telemetry/propagation.ts'
import { failCurrentSpan } from '../telemetry/trace.ts'
import type { BrokerConnection } from './connection.ts'
import { type Envelope, PoisonMessageError, readEnvelope } from './envelope.ts'
import type { Gate } from './gate.ts'
import type { ConsumerMetrics } from './metrics.ts'
import type { Publisher } from './publisher.ts'
import type { SenderProof } from './sender.ts'
import type { RetrySchedule } from './topology.ts'

/** `attempt` is 1 for the first. Pauses during an outage are not counted. */
export type ReceivedMessage<T extends MessageType = MessageType> = Omit<Envelope<T>, 'traceparent' | 'requestId'> & {
  attempt: number
}

interface HandlerContext {
  /**
   * Runs the work and records the message as handled, in one transaction; `undefined` when the message was handled before. The work must not
   * call the network. A second delivery at the same time waits for the first to commit.
   */
  once<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T | undefined>
  log: Logger
  /** Aborts when the service has no more time to wait: the broker will deliver the message again. */
  signal: AbortSignal
}

/**
 * Returning acknowledges the message. Throwing repeats it after a delay, a bounded number of times. A `PoisonMessageError` makes it a dead letter
 * immediately. An outage (`isOutage`) pauses the subscription.
 */
export type MessageHandler<T extends MessageType> = (
  message: ReceivedMessage<T>,
  context: HandlerContext,
) => Promise<void>

/** A dead letter has a reason. The broker itself adds the reason `delivery_limit`. */
export type Outcome =
  | { outcome: 'handled' }
  | { outcome: 'failed'; attempt: number; error: unknown }
  | { outcome: 'dead'; attempt: number; reason: 'malformed' | 'poison'; error: unknown }
  | { outcome: 'parked'; attempt: number; since: number }
  | { outcome: 'abandoned' }

/** The headers for the number of the attempt and for the time at which an outage began for this message (epoch milliseconds). */
export const attemptHeader = 'x-attempt'
export const waitingSinceHeader = 'x-waiting-since'

/** The common context of a service's subscriptions. */
export interface BrokerContext {
  service: ServiceName
  database: Database
  log: Logger
  consuming: BrokerConnection
  publishing: BrokerConnection
  publisher: Publisher
  proof: SenderProof
  metrics: ConsumerMetrics
  retrySchedule: RetrySchedule
  outageBackoff: Backoff | undefined
  /** How long this process holds a message during an outage before it takes another one, milliseconds. */
  holdMs: number
}

export interface Consumer<T extends MessageType> {
  type: T
  queue: string
  handler: MessageHandler<T>
  gate: Gate
  signal: AbortSignal
  /** When this subscription last handled a message, epoch milliseconds. */
  lastHandled: number
}

/** Passes one message to its handler and classifies the result. Never throws. */
export async function handleDelivery<T extends MessageType>(
  delivered: ConsumeMessage,
  context: BrokerContext,
  consumer: Consumer<T>,
): Promise<Outcome> {
  const { type, queue, gate } = consumer
  const attempt = readNumber(delivered, attemptHeader) ?? 1
  let envelope: Envelope<T>
  try {
    context.proof.require(delivered, messages[type].source)
    envelope = readEnvelope(delivered.content, type)
  } catch (error) {
    return { outcome: 'dead', attempt, reason: 'malformed', error }
  }
  const log = context.log.child({ queue, messageId: envelope.id, requestId: envelope.requestId })
  const heldSince = Date.now()
  context.metrics.received(queue, heldSince - envelope.time.getTime())
  for (;;) {
    const passage = await gate.pass(Math.max(0, heldSince + context.holdMs - Date.now()))
    if (passage === 'ended') return { outcome: 'abandoned' }
    if (passage === 'late') return makeRoom(delivered, attempt, heldSince, consumer.lastHandled)
    try {
      await run(envelope, attempt, { ...consumer, database: context.database, log })
      gate.succeeded()
      return { outcome: 'handled' }
    } catch (error) {
      if (consumer.signal.aborted) return { outcome: 'abandoned' }
      if (isOutage(error)) {
        if (!gate.isClosed) log.warn({ err: error }, 'subscription paused: dependency unavailable')
        gate.failed()
        continue
      }
      gate.succeeded()
      if (error instanceof PoisonMessageError) return { outcome: 'dead', attempt, reason: 'poison', error }
      return { outcome: 'failed', attempt, error }
    }
  }
}

function run<T extends MessageType>(
  { traceparent, requestId, ...message }: Envelope<T>,
  attempt: number,
  { queue, handler, database, log, signal }: Consumer<T> & { database: Database; log: Logger },
): Promise<void> {
  const once: HandlerContext['once'] = (work) =>
    database.transaction(async (trx) => {
      const recorded = await prepared(
        trx,
        'kit/inbox',
        'INSERT INTO inbox (message_id, queue) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING 1',
        [message.id, queue],
      )
      return recorded.length === 0 ? undefined : await work(trx)
    })
  return withRequestId(requestId, () =>
    continueTrace({ traceparent }, async () => {
      try {
        await handler({ ...message, attempt }, { once, log, signal })
      } catch (error) {
        failCurrentSpan(error)
        throw error
      }
    }),
  )
}

/**
 * Parks a message that was held for too long, so that another can be handled. When others were handled since it first waited, there is no
 * general outage: the attempt counts as failed, otherwise one message could circulate forever.
 */
function makeRoom(delivered: ConsumeMessage, attempt: number, heldSince: number, lastHandled: number): Outcome {
  const since = readNumber(delivered, waitingSinceHeader) ?? heldSince
  if (lastHandled <= since) return { outcome: 'parked', attempt, since }
  const error = new Error('a dependency of this message was unavailable while other messages were handled')
  return { outcome: 'failed', attempt, error }
}

function readNumber(message: ConsumeMessage, header: string): number | undefined {
  const value: unknown = message.properties.headers?.[header]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

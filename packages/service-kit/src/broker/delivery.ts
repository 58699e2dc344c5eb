import { type MessageData, type MessageType, messages } from '@guidebook/contracts'
import type { ConsumeMessage } from 'amqplib'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { isOutage } from '../errors/outage.ts'
import { withRequestId } from '../request-id.ts'
import { continueTrace } from '../telemetry/propagation.ts'
import { failCurrentSpan } from '../telemetry/trace.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import type { Gate } from './gate.ts'
import { handleOnce } from './inbox.ts'
import type { ConsumerMetrics } from './metrics.ts'
import { PoisonMessageError } from './poison-message-error.ts'
import type { SenderProof } from './sender.ts'

export interface ReceivedMessage<T extends MessageType = MessageType> {
  id: string
  type: T
  subject: string | null
  time: Date
  data: MessageData<T>
  /** 1 for the first. Pauses during an outage are not counted. */
  attempt: number
}

export interface HandlerContext {
  /**
   * Runs the work and records the message as handled, in one transaction; `undefined` when the message was handled before. The work must not
   * call the network.
   */
  once<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T | undefined>
  log: Logger
  /** Aborts when the service has no more time to wait, or the broker will deliver the message again. */
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

export type Outcome =
  | { outcome: 'handled' }
  | { outcome: 'failed'; attempt: number; error: unknown }
  | { outcome: 'dead'; attempt: number; reason: DeadReason; error: unknown }
  | { outcome: 'parked'; attempt: number; since: number }
  | { outcome: 'abandoned' }

/** Why a message became a dead letter. The broker itself adds `delivery_limit`. */
export type DeadReason = 'malformed' | 'poison' | 'attempts-exhausted'

/** The header that counts attempts, and the one that holds the begin of an outage for this message (epoch milliseconds). */
export const attemptHeader = 'x-attempt'
export const waitingSinceHeader = 'x-waiting-since'

export interface DeliveryOptions<T extends MessageType> {
  type: T
  queue: string
  handler: MessageHandler<T>
  database: Database
  proof: SenderProof
  gate: Gate
  log: Logger
  metrics: ConsumerMetrics
  signal: AbortSignal
  /** How long this process holds a message during an outage before it takes another one, milliseconds. */
  holdMs: number
  /** When this subscription last handled a message, epoch milliseconds. */
  lastHandled: () => number
}

/** Passes one message to its handler and classifies the result. Never throws. */
export async function handleDelivery<T extends MessageType>(
  delivered: ConsumeMessage,
  options: DeliveryOptions<T>,
): Promise<Outcome> {
  const { type, queue, gate } = options
  const attempt = readNumber(delivered, attemptHeader) ?? 1
  let envelope: Envelope<T>
  try {
    options.proof.require(delivered, messages[type].source)
    envelope = readEnvelope(delivered.content, type)
  } catch (error) {
    return { outcome: 'dead', attempt, reason: 'malformed', error }
  }
  const log = options.log.child({ queue, messageId: envelope.id, requestId: envelope.requestId })
  const heldSince = Date.now()
  options.metrics.received(queue, heldSince - envelope.time.getTime())
  for (;;) {
    const passage = await gate.pass(Math.max(0, heldSince + options.holdMs - Date.now()))
    if (passage === 'ended') return { outcome: 'abandoned' }
    if (passage === 'late') return makeRoom(delivered, attempt, heldSince, options)
    try {
      await run(envelope, attempt, log, options)
      gate.succeeded()
      return { outcome: 'handled' }
    } catch (error) {
      if (options.signal.aborted) return { outcome: 'abandoned' }
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
  log: Logger,
  { queue, handler, database, signal }: DeliveryOptions<T>,
): Promise<void> {
  const context: HandlerContext = {
    once: (work) => handleOnce(database, { id: message.id, queue }, work),
    log,
    signal,
  }
  return withRequestId(requestId, () =>
    continueTrace({ traceparent }, async () => {
      try {
        await handler({ ...message, attempt }, context)
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
function makeRoom<T extends MessageType>(
  delivered: ConsumeMessage,
  attempt: number,
  heldSince: number,
  { lastHandled }: DeliveryOptions<T>,
): Outcome {
  const since = readNumber(delivered, waitingSinceHeader) ?? heldSince
  if (lastHandled() <= since) return { outcome: 'parked', attempt, since }
  return {
    outcome: 'failed',
    attempt,
    error: new Error('a dependency of this message was unavailable while other messages were handled'),
  }
}

function readNumber(message: ConsumeMessage, header: string): number | undefined {
  const value: unknown = message.properties.headers?.[header]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

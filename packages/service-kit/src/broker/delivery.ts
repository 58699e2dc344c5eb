import { type MessageData, type MessageType, messages } from '@guidebook/contracts'
import type { ConsumeMessage } from 'amqplib'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { withRequestId } from '../request-id.ts'
import { continueTrace } from '../telemetry/propagation.ts'
import { failCurrentSpan } from '../telemetry/trace.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import { isUnavailable, Poison } from './failures.ts'
import type { Gate } from './gate.ts'
import { handleOnce } from './inbox.ts'
import type { ConsumerMetrics } from './metrics.ts'
import type { SenderProof } from './sender.ts'

export interface ReceivedMessage<T extends MessageType = MessageType> {
  id: string
  type: T
  subject: string | null
  time: Date
  data: MessageData<T>
  /** 1 for the first. Pauses while something was away are no attempts. */
  attempt: number
}

export interface HandlerContext {
  /**
   * Runs the work in one transaction with the note that this message was handled; `undefined` when it was handled before.
   * The work must not call the network.
   */
  once<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T | undefined>
  log: Logger
  /** Aborts when the service has no more time to wait, or the broker will deliver the message again. */
  signal: AbortSignal
}

/**
 * Returning acknowledges. Throwing repeats the message after a delay, a bounded number of times; `Poison` gives it up at once;
 * `Unavailable`, a lost database or an unavailable service pause the subscription.
 */
export type MessageHandler<T extends MessageType> = (
  message: ReceivedMessage<T>,
  context: HandlerContext,
) => Promise<void>

export type Verdict =
  | { outcome: 'handled' }
  | { outcome: 'failed'; attempt: number; error: unknown }
  | { outcome: 'dead'; attempt: number; reason: DeadReason; error: unknown }
  | { outcome: 'parked'; attempt: number; since: number }
  | { outcome: 'abandoned' }

/** Why a message is among the dead letters. The broker itself adds `delivery_limit`. */
export type DeadReason = 'malformed' | 'poison' | 'attempts-exhausted'

/** The header that counts attempts, and the one that says since when (epoch milliseconds) a message waits for something that is away. */
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
  /** How long a message is held back in this process while something is away; then it makes room for another. */
  holdMs: number
  /** When this subscription last handled a message, epoch milliseconds. */
  lastHandled: () => number
}

/** Brings one message to its handler and says what is to become of it. Never throws. */
export async function judge<T extends MessageType>(
  delivered: ConsumeMessage,
  options: DeliveryOptions<T>,
): Promise<Verdict> {
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
    if (passage === 'late') return giveWay(delivered, attempt, heldSince, options)
    try {
      await run(envelope, attempt, log, options)
      gate.succeeded()
      return { outcome: 'handled' }
    } catch (error) {
      if (options.signal.aborted) return { outcome: 'abandoned' }
      if (isUnavailable(error)) {
        if (!gate.shut) log.warn({ err: error }, 'subscription pauses: something it needs is away')
        gate.failed()
        continue
      }
      gate.succeeded()
      if (error instanceof Poison) return { outcome: 'dead', attempt, reason: 'poison', error }
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
 * A message that was held for long leaves its place to another for a while. When others were handled since it first waited, what it
 * needs is not away in general: then this was a failed attempt like any other, else one message could go round for ever.
 */
function giveWay<T extends MessageType>(
  delivered: ConsumeMessage,
  attempt: number,
  heldSince: number,
  { lastHandled }: DeliveryOptions<T>,
): Verdict {
  const since = readNumber(delivered, waitingSinceHeader) ?? heldSince
  if (lastHandled() <= since) return { outcome: 'parked', attempt, since }
  return {
    outcome: 'failed',
    attempt,
    error: new Error('something this message needs stayed away while others were handled'),
  }
}

function readNumber(message: ConsumeMessage, header: string): number | undefined {
  const value: unknown = message.properties.headers?.[header]
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}

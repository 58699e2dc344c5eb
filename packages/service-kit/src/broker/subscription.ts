import { setTimeout as sleep } from 'node:timers/promises'
import { type MessageType, queueName, type ServiceName } from '@guidebook/contracts'
import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Component } from '../lifecycle/component.ts'
import { type Backoff, backoffMs } from '../loop/backoff.ts'
import type { BrokerConnection } from './connection.ts'
import { deathHeaders, errorLine, forwarded } from './dead-letter.ts'
import { attemptHeader, handleDelivery, type MessageHandler, type Outcome, waitingSinceHeader } from './delivery.ts'
import { createGate } from './gate.ts'
import type { ConsumerMetrics } from './metrics.ts'
import type { Outgoing, Publisher } from './publisher.ts'
import { delayAfter, type RetrySchedule, tiersOf } from './retry-schedule.ts'
import type { SenderProof } from './sender.ts'
import { deadQueueName, tierQueueName } from './topology.ts'

export interface SubscriptionOptions<T extends MessageType> {
  service: ServiceName
  type: T
  handler: MessageHandler<T>
  database: Database
  consuming: BrokerConnection
  publishing: BrokerConnection
  publisher: Publisher
  proof: SenderProof
  log: Logger
  metrics: ConsumerMetrics
  /** Messages handled at once. */
  concurrency?: number
  retrySchedule: RetrySchedule
  /** How long a stop waits for handlers before it aborts their signal, milliseconds. */
  drainMs?: number
  holdMs?: number
  outageBackoff?: Backoff
}

/** Pauses before a channel is opened again, and before a message is published again. */
const channelBackoff: Backoff = { firstMs: 100, longestMs: 5_000 }

/** Consumes one durable queue on one channel, which is opened again whenever it closes until the subscription stops. */
export function createSubscription<T extends MessageType>(
  options: SubscriptionOptions<T>,
): Component & { start(): Promise<void>; stop(): Promise<void> } {
  const {
    service,
    type,
    consuming,
    publishing,
    publisher,
    proof,
    log,
    retrySchedule,
    concurrency = 10,
    drainMs = 10_000,
    holdMs = 60_000,
  } = options
  const queue = queueName(service, type)
  const gate = createGate(options.outageBackoff)
  const stopping = new AbortController()
  /** Aborts the handlers. */
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  let lastHandled = 0
  let supervision: Promise<void> | undefined

  const supervise = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await consumeUntilClosed(() => {
          failures = 0
        })
      } catch (error) {
        if (consuming.connected) log.error({ queue, err: error }, 'queue could not be consumed')
      }
      // A stop ends the pause by its abort, which is no failure.
      await sleep(backoffMs(failures++, channelBackoff), undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const consumeUntilClosed = async (onConsuming: () => void) => {
    const channel = await consuming.createChannel()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    let open = true
    channel.on('close', () => {
      open = false
      close()
    })
    try {
      await channel.prefetch(concurrency, false)
      const { consumerTag } = await channel.consume(queue, (message) => {
        // The broker cancels a consumer when its queue is deleted.
        if (message === null) return close()
        const work = handle(channel, message, () => open).catch((error: unknown) => {
          // The message is delivered again when the channel is closed.
          log.warn({ queue, err: error }, 'message could not be settled')
          close()
        })
        running.add(work)
        work.then(() => running.delete(work))
      })
      onConsuming()
      await Promise.race([closed, aborted(stopping.signal)])
      if (stopping.signal.aborted && open) await drain(channel, consumerTag)
    } finally {
      if (open) await channel.close().catch(() => undefined)
    }
  }

  /** Cancels the consumer, waits for the handlers, and aborts them after the deadline. Unacknowledged messages are delivered again. */
  const drain = async (channel: Channel, consumerTag: string) => {
    await channel.cancel(consumerTag)
    const finished = Promise.all(running)
    const timer = setTimeout(() => ending.abort(), drainMs)
    await Promise.race([finished, aborted(ending.signal)])
    clearTimeout(timer)
  }

  const handle = async (channel: Channel, message: ConsumeMessage, isOpen: () => boolean) => {
    const result = await handleDelivery(message, {
      ...options,
      queue,
      gate,
      holdMs,
      signal: ending.signal,
      lastHandled: () => lastHandled,
    })
    options.metrics.settled(queue, result.outcome)
    if (result.outcome === 'abandoned') return
    if (result.outcome === 'handled') lastHandled = Date.now()
    else await forward(message, next(message, result), isOpen)
    if (isOpen()) channel.ack(message)
  }

  /** The message for the retry queue or the dead letter queue. */
  const next = (message: ConsumeMessage, result: Exclude<Outcome, { outcome: 'handled' | 'abandoned' }>): Outgoing => {
    const { attempt } = result
    const about = { queue, messageId: message.properties.messageId, attempt }
    const sendTo = (target: string, headers: Record<string, unknown>) =>
      forwarded(message, service, target, { ...proof.headers(message), ...headers })
    if (result.outcome === 'parked') {
      log.warn(about, 'message parked: dependency unavailable')
      const longest = tiersOf(retrySchedule).at(-1) ?? 0
      const headers = { [attemptHeader]: attempt, [waitingSinceHeader]: result.since }
      return sendTo(tierQueueName(queue, longest), headers)
    }
    const delay = result.outcome === 'failed' ? delayAfter(retrySchedule, attempt) : null
    if (delay !== null) {
      log.warn({ ...about, err: result.error, delayMs: delay }, 'message failed, retrying')
      return sendTo(tierQueueName(queue, delay), { [attemptHeader]: attempt + 1 })
    }
    const reason = result.outcome === 'dead' ? result.reason : 'attempts-exhausted'
    log.error({ ...about, err: result.error, reason }, 'message dead-lettered')
    const death = { reason, error: errorLine(result.error), attempts: attempt, at: new Date().toISOString() }
    return sendTo(deadQueueName(queue), deathHeaders(queue, death))
  }

  /** The message is acknowledged only after the other queue has it. */
  const forward = async (message: ConsumeMessage, outgoing: Outgoing, isOpen: () => boolean) => {
    for (let failures = 0; isOpen() && !ending.signal.aborted; failures++) {
      const outcome = await publishOne(outgoing)
      if (outcome === 'confirmed') return
      if (outcome === 'unroutable') throw new Error(`queue ${outgoing.routingKey} does not exist: declare the topology`)
      await sleep(backoffMs(failures, channelBackoff))
    }
    throw new Error(`message ${message.properties.messageId} could not be forwarded`)
  }
  const publishOne = async (outgoing: Outgoing) => {
    try {
      const [outcome] = await (await publisher.open()).publish([outgoing])
      return outcome
    } catch (error) {
      log.debug({ queue, err: error }, 'message could not be published')
      return 'lost'
    }
  }

  return {
    name: `subscription ${queue}`,
    start: async () => {
      await consuming.hold()
      await publishing.hold()
      supervision ??= supervise()
    },
    stop: async () => {
      stopping.abort()
      gate.end()
      await supervision
      await consuming.release()
      await publishing.release()
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

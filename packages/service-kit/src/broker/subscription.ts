import { setTimeout as sleep } from 'node:timers/promises'
import { type MessageType, queueName } from '@guidebook/contracts'
import type { Channel, ConsumeMessage } from 'amqplib'
import type { Component } from '../lifecycle/component.ts'
import { type Backoff, backoffMs } from '../loop/backoff.ts'
import { deathHeaders } from './dead-letters.ts'
import {
  attemptHeader,
  type BrokerContext,
  type Consumer,
  handleDelivery,
  type MessageHandler,
  type Outcome,
  waitingSinceHeader,
} from './delivery.ts'
import { createGate } from './gate.ts'
import type { Outgoing } from './publisher.ts'
import { forwarded } from './sender.ts'
import { deadQueueName, delayAfter, tierQueueName, tiersOf } from './topology.ts'

/** Pauses before a channel is opened again, and before a message is published again. */
const channelBackoff: Backoff = { firstMs: 100, longestMs: 5_000 }
/** How long a stop waits for handlers before it aborts their signal, milliseconds. */
const drainMs = 10_000

/** Consumes one durable queue on one channel, which is opened again whenever it closes until the subscription stops. */
export function createSubscription<T extends MessageType>(
  context: BrokerContext,
  { type, handler, concurrency }: { type: T; handler: MessageHandler<T>; concurrency: number },
): Component {
  const { consuming, publishing, publisher, log, retrySchedule } = context
  const queue = queueName(context.service, type)
  const gate = createGate(context.outageBackoff)
  const stopping = new AbortController()
  /** Aborts the handlers. */
  const ending = new AbortController()
  const consumer: Consumer<T> = { type, queue, handler, gate, signal: ending.signal, lastHandled: 0 }
  const running = new Set<Promise<void>>()
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
    const timer = setTimeout(() => ending.abort(), drainMs)
    await Promise.race([Promise.all(running), aborted(ending.signal)])
    clearTimeout(timer)
  }

  const handle = async (channel: Channel, message: ConsumeMessage, isOpen: () => boolean) => {
    const result = await handleDelivery(message, context, consumer)
    context.metrics.settled(queue, result.outcome)
    if (result.outcome === 'abandoned') return
    if (result.outcome === 'handled') consumer.lastHandled = Date.now()
    else await forward(message, next(message, result), isOpen)
    if (isOpen()) channel.ack(message)
  }

  /** The message for the retry queue or the dead letter queue. */
  const next = (message: ConsumeMessage, result: Exclude<Outcome, { outcome: 'handled' | 'abandoned' }>): Outgoing => {
    const { attempt } = result
    const about = { queue, messageId: message.properties.messageId, attempt }
    if (result.outcome === 'parked') {
      log.warn(about, 'message parked: dependency unavailable')
      const longest = tiersOf(retrySchedule).at(-1) ?? 0
      const headers = { [attemptHeader]: attempt, [waitingSinceHeader]: result.since }
      return forwarded(message, context, tierQueueName(queue, longest), headers)
    }
    const delay = result.outcome === 'failed' ? delayAfter(retrySchedule, attempt) : null
    if (delay !== null) {
      log.warn({ ...about, err: result.error, delayMs: delay }, 'message failed, retrying')
      return forwarded(message, context, tierQueueName(queue, delay), { [attemptHeader]: attempt + 1 })
    }
    const reason = result.outcome === 'dead' ? result.reason : 'attempts-exhausted'
    log.error({ ...about, err: result.error, reason }, 'message dead-lettered')
    return forwarded(message, context, deadQueueName(queue), deathHeaders(queue, reason, result.error, attempt))
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

  const retire = () => {
    stopping.abort()
    gate.end()
  }
  return {
    name: `subscription ${queue}`,
    retire,
    start: async () => {
      await consuming.hold()
      await publishing.hold()
      supervision ??= supervise()
    },
    stop: async () => {
      retire()
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

import { setTimeout as sleep } from 'node:timers/promises'
import { type MessageType, queueName, type ServiceName } from '@guidebook/contracts'
import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Component } from '../lifecycle/component.ts'
import type { BrokerConnection } from './connection.ts'
import { deathHeaders, errorLine, forwarded } from './dead-letter.ts'
import { attemptHeader, judge, type MessageHandler, type Verdict, waitingSinceHeader } from './delivery.ts'
import { createGate, type GateOptions } from './gate.ts'
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
  /** Milliseconds that a stop waits for handlers before it aborts their signal. */
  drainMs?: number
  holdMs?: number
  gate?: GateOptions
}

const longestReopenMs = 5_000

/** One durable queue, consumed on one channel that is opened again whenever it ends, for as long as the service runs. */
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
  const gate = createGate(options.gate)
  const stopping = new AbortController()
  /** Aborts the handlers. */
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
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
        if (consuming.connected) log.error({ queue, err: error }, 'cannot consume')
      }
      const pause = Math.min(longestReopenMs, 100 * 2 ** Math.min(failures++, 16)) * (0.5 + Math.random() / 2)
      // Ends early by the abort of a stop, which is no failure.
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
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
          // What could not be settled is delivered again once the channel is closed.
          log.warn({ queue, err: error }, 'message could not be settled')
          close()
        })
        underWay.add(work)
        work.then(() => underWay.delete(work))
      })
      onConsuming()
      await Promise.race([closed, aborted(stopping.signal)])
      if (stopping.signal.aborted && open) await drain(channel, consumerTag)
    } finally {
      if (open) await channel.close().catch(() => undefined)
    }
  }

  /** Takes no more, lets the handlers finish, and after the deadline tells them to end. What is not acknowledged then comes again. */
  const drain = async (channel: Channel, consumerTag: string) => {
    await channel.cancel(consumerTag)
    const finished = Promise.all(underWay)
    const timer = setTimeout(() => ending.abort(), drainMs)
    await Promise.race([finished, aborted(ending.signal)])
    clearTimeout(timer)
  }

  const handle = async (channel: Channel, message: ConsumeMessage, isOpen: () => boolean) => {
    const verdict = await judge(message, {
      ...options,
      queue,
      gate,
      holdMs,
      signal: ending.signal,
      lastHandled: () => lastHandled,
    })
    options.metrics.settled(queue, verdict.outcome)
    if (verdict.outcome === 'abandoned') return
    if (verdict.outcome === 'handled') lastHandled = Date.now()
    else await passOn(message, next(message, verdict), isOpen)
    if (isOpen()) channel.ack(message)
  }

  /** Where a message goes that was not handled. */
  const next = (message: ConsumeMessage, verdict: Exclude<Verdict, { outcome: 'handled' | 'abandoned' }>): Outgoing => {
    const { attempt } = verdict
    const about = { queue, messageId: message.properties.messageId, attempt }
    const sendTo = (target: string, headers: Record<string, unknown>) =>
      forwarded(message, service, target, { ...proof.headers(message), ...headers })
    if (verdict.outcome === 'parked') {
      log.warn(about, 'message waits longer: something it needs is away')
      const longest = tiersOf(retrySchedule).at(-1) ?? 0
      const headers = { [attemptHeader]: attempt, [waitingSinceHeader]: verdict.since }
      return sendTo(tierQueueName(queue, longest), headers)
    }
    const delay = verdict.outcome === 'failed' ? delayAfter(retrySchedule, attempt) : null
    if (delay !== null) {
      log.warn({ ...about, err: verdict.error, delayMs: delay }, 'message failed and is tried again')
      return sendTo(tierQueueName(queue, delay), { [attemptHeader]: attempt + 1 })
    }
    const reason = verdict.outcome === 'dead' ? verdict.reason : 'attempts-exhausted'
    log.error({ ...about, err: verdict.error, reason }, 'message goes to the dead letters')
    const death = { reason, error: errorLine(verdict.error), attempts: attempt, at: new Date().toISOString() }
    return sendTo(deadQueueName(queue), deathHeaders(queue, death))
  }

  /** Until the broker has it in the other queue, the message is not taken from its own. */
  const passOn = async (message: ConsumeMessage, outgoing: Outgoing, isOpen: () => boolean) => {
    for (let failures = 0; isOpen() && !ending.signal.aborted; failures++) {
      const outcome = await publishOne(outgoing)
      if (outcome === 'confirmed') return
      if (outcome === 'unroutable') throw new Error(`queue ${outgoing.routingKey} does not exist: declare the topology`)
      await sleep(Math.min(longestReopenMs, 100 * 2 ** Math.min(failures, 16)) * (0.5 + Math.random() / 2))
    }
    throw new Error(`message ${message.properties.messageId} could not be passed on`)
  }
  const publishOne = async (outgoing: Outgoing) => {
    try {
      const [outcome] = await (await publisher.open()).publish([outgoing])
      return outcome
    } catch (error) {
      log.debug({ queue, err: error }, 'no channel to publish on')
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

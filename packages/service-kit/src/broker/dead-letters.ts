import { setTimeout } from 'node:timers/promises'
import { type DeadLetter, operations } from '@guidebook/contracts'
import type { Channel, GetMessage } from 'amqplib'
import { ServiceError } from '../errors/service-error.ts'
import { type Route, route } from '../http/route.ts'
import { scrub } from '../log/redact.ts'
import type { BrokerContext } from './delivery.ts'
import { forwarded } from './sender.ts'
import { deadQueueName, queuesOf } from './topology.ts'

/** Most dead letters listed of one queue. */
const listed = 20
/** How long a request waits for an unreachable broker. */
const patienceMs = 5_000
/** Messages sent back in one batch. */
const batchSize = 100

/** Lists and redrives the dead letters of a service; the gateway's admin listener calls every service. */
export const deadLetterRoutes = (deadLetters: DeadLetters): Route[] => [
  route(operations.listDeadLetters, async () => {
    const queues = await deadLetters.list(listed)
    return { status: 200, body: { queues: queues.filter(({ count }) => count > 0) } }
  }),
  route(operations.redriveDeadLetters, async ({ params: { queue } }) => {
    const redriven = await deadLetters.redrive(queue)
    if (redriven === null) throw new ServiceError('not-found')
    return { status: 200, body: { queue, redriven } }
  }),
]

export type DeadLetters = ReturnType<typeof createDeadLetters>

export function createDeadLetters(context: BrokerContext) {
  const { service, consuming, publishing, publisher, log } = context
  const queues = queuesOf(service)
  const missing = new Set<string>()

  /**
   * Holds both connections open during the work, even when no other part of the service does. Unacknowledged messages return to their
   * queue when the channel closes.
   */
  const onChannel = async <T>(work: (channel: Channel) => Promise<T>): Promise<T> => {
    await consuming.hold()
    await publishing.hold()
    try {
      await consuming.connectedWithin(patienceMs)
      const channel = await consuming.createChannel('debug')
      // A channel that the broker has closed cannot be closed again.
      return await work(channel).finally(() => channel.close().catch(() => undefined))
    } finally {
      await consuming.release()
      await publishing.release()
    }
  }

  /** The figures of a queue. `null`: it does not exist, and the broker has closed the channel. */
  const check = async (channel: Channel, name: string) => {
    try {
      const figures = await channel.checkQueue(name)
      if (missing.delete(name)) log.info({ queue: name }, 'queue exists again')
      return figures
    } catch (error) {
      if ((error as { code?: unknown }).code !== 404) throw error
      if (!missing.has(name)) log.error({ queue: name }, 'queue does not exist: declare the topology')
      missing.add(name)
      return null
    }
  }

  const sendBack = async (messages: readonly GetMessage[], queue: string): Promise<GetMessage[]> => {
    await publishing.connectedWithin(patienceMs)
    const channel = await publisher.open()
    const outcomes = await channel.publish(messages.map((message) => forwarded(message, context, queue)))
    return messages.filter((_, index) => outcomes[index] === 'confirmed')
  }

  return {
    /**
     * Counts the dead letters, the waiting messages and the consumers of each queue of this service. A missing queue has none; `dead` is null
     * when the queue of dead letters is missing. After a missing queue, the others are counted on another channel.
     */
    count: async () => {
      const names = queues.flatMap((queue) => [queue, deadQueueName(queue)])
      const figures = new Map<string, Awaited<ReturnType<typeof check>>>()
      const checkNext = async (channel: Channel) => {
        for (const name of names.slice(figures.size)) {
          figures.set(name, await check(channel, name))
          if (figures.get(name) === null) return
        }
      }
      while (figures.size < names.length) await onChannel(checkNext)
      return queues.map((queue) => {
        const [main, dead] = [figures.get(queue), figures.get(deadQueueName(queue))]
        const [ready, consumers] = [main?.messageCount ?? 0, main?.consumerCount ?? 0]
        return { queue, ready, consumers, dead: dead?.messageCount ?? null }
      })
    },
    /** Lists at most `limit` dead letters of each queue of this service, oldest first; they stay in their queues. */
    list: (limit: number) =>
      Promise.all(
        queues.map((queue) =>
          onChannel(async (channel) => {
            const dead = await check(channel, deadQueueName(queue))
            if (dead === null) return { queue, count: 0, messages: [] }
            const messages = await take(channel, queue, limit)
            if (messages.length > 0) await giveBack(channel, queue, dead.messageCount)
            return { queue, count: dead.messageCount, messages: messages.map(present) }
          }),
        ),
      ),
    /**
     * Sends at most `limit` dead letters back, oldest first, to be handled like new messages; returns how many. `null`: the service has no such
     * queue.
     */
    redrive: async (queue: string, limit = Number.POSITIVE_INFINITY): Promise<number | null> => {
      if (!queues.includes(queue)) return null
      return await onChannel(async (channel) => {
        const dead = await check(channel, deadQueueName(queue))
        // Messages that become dead letters again during the redrive are not sent back twice.
        const total = Math.min(limit, dead?.messageCount ?? 0)
        let sentBack = 0
        while (sentBack < total) {
          const messages = await take(channel, queue, Math.min(batchSize, total - sentBack))
          const sent = await sendBack(messages, queue)
          for (const message of sent) channel.ack(message)
          sentBack += sent.length
          if (messages.length === 0 || sent.length < messages.length) break
        }
        return sentBack
      })
    },
  }
}

async function take(channel: Channel, queue: string, most: number): Promise<GetMessage[]> {
  const messages: GetMessage[] = []
  while (messages.length < most) {
    const message = await channel.get(deadQueueName(queue))
    if (!message) break
    messages.push(message)
  }
  return messages
}

/**
 * Returns all messages taken on the channel, and waits until their queue counts as many as before: a redrive that follows must find them.
 * Waits half a second at most, because a concurrent redrive may have taken some.
 */
async function giveBack(channel: Channel, queue: string, count: number): Promise<void> {
  channel.nackAll(true)
  for (let checks = 1; checks <= 50; checks++) {
    const { messageCount } = await channel.checkQueue(deadQueueName(queue))
    if (messageCount >= count) return
    await setTimeout(10)
  }
}

/** Headers of a dead letter. The broker adds `x-death` when its own delivery limit was reached. */
export const deathHeaders = (queue: string, reason: string, error: unknown, attempts: number) => ({
  'x-dead-reason': reason,
  // The first line of an error, short enough for a header, without secrets.
  ...(error instanceof Error && { 'x-dead-error': scrub(error.message.split('\n', 1)[0] ?? '').slice(0, 500) }),
  'x-dead-attempts': attempts,
  'x-dead-queue': queue,
  'x-dead-at': new Date().toISOString(),
})

function present({ properties: { messageId, type, headers = {} } }: GetMessage): DeadLetter {
  const byBroker = headers['x-death']?.[0]
  const reason = text(headers['x-dead-reason']) ?? byBroker?.reason ?? 'unknown'
  const error = text(headers['x-dead-error'])
  const attempts: unknown = headers['x-dead-attempts']
  return {
    id: String(messageId ?? ''),
    type: String(type ?? ''),
    reason: error === null ? reason : `${reason}: ${error}`,
    attempts: typeof attempts === 'number' ? attempts : 0,
    at: text(headers['x-dead-at']) ?? (byBroker ? new Date(byBroker.time.value * 1_000).toISOString() : null),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

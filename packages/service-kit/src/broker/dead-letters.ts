import type { ServiceName } from '@guidebook/contracts'
import type { GetMessage } from 'amqplib'
import type { BrokerConnection } from './connection.ts'
import { forwarded, readDeath } from './dead-letter.ts'
import type { Publisher } from './publisher.ts'
import type { SenderProof } from './sender.ts'
import { deadQueueName, queuesOf } from './topology.ts'

export interface DeadLetter {
  id: string
  type: string
  /** The reason and the error's message. */
  reason: string
  attempts: number
  /** ISO 8601. */
  at: string | null
}

export interface DeadLetterQueue {
  /** The queue of the subscription. */
  queue: string
  count: number
  /** The oldest ones. */
  messages: DeadLetter[]
}

export interface DeadLetters {
  /** Lists at most `limit` dead letters of each queue of this service; they stay in their queues. */
  list(limit: number): Promise<DeadLetterQueue[]>
  /**
   * Sends at most `limit` dead letters back, oldest first, to be handled like new messages; returns how many. `null`: the service has no such
   * queue.
   */
  redrive(queue: string, limit?: number): Promise<number | null>
}

export interface DeadLettersOptions {
  service: ServiceName
  consuming: BrokerConnection
  publishing: BrokerConnection
  publisher: Publisher
  proof: SenderProof
}

/** How long a request waits for an unreachable broker. */
const patienceMs = 5_000
/** Messages sent back in one batch. */
const batchSize = 100

export function createDeadLetters({
  service,
  consuming,
  publishing,
  publisher,
  proof,
}: DeadLettersOptions): DeadLetters {
  const queues = queuesOf(service)

  /** Opens the dead letters of a queue. Messages that were not acknowledged return to it when the channel closes. */
  const withDead = async <T>(
    queue: string,
    work: (dead: {
      count: number
      take(most: number): Promise<GetMessage[]>
      acknowledge(message: GetMessage): void
    }) => Promise<T>,
  ): Promise<T> => {
    await consuming.connectedWithin(patienceMs)
    const channel = await consuming.createChannel()
    try {
      const name = deadQueueName(queue)
      const { messageCount: count } = await channel.checkQueue(name)
      const take = async (most: number) => {
        const messages: GetMessage[] = []
        while (messages.length < most) {
          const message = await channel.get(name)
          if (!message) break
          messages.push(message)
        }
        return messages
      }
      return await work({ count, take, acknowledge: (message) => channel.ack(message) })
    } finally {
      await channel.close()
    }
  }

  const sendBack = async (messages: readonly GetMessage[], queue: string): Promise<GetMessage[]> => {
    await publishing.connectedWithin(patienceMs)
    const channel = await publisher.open()
    const outcomes = await channel.publish(
      messages.map((message) => forwarded(message, service, queue, proof.headers(message))),
    )
    return messages.filter((_, index) => outcomes[index] === 'confirmed')
  }

  /** Holds both connections open during the work, also when no other part of the service does. */
  const connected = async <T>(work: () => Promise<T>): Promise<T> => {
    await consuming.hold()
    await publishing.hold()
    try {
      return await work()
    } finally {
      await consuming.release()
      await publishing.release()
    }
  }

  return {
    list: (limit) =>
      connected(async () => {
        const listed: DeadLetterQueue[] = []
        for (const queue of queues) {
          listed.push(
            await withDead(queue, async ({ count, take }) => ({
              queue,
              count,
              messages: (await take(limit)).map(present),
            })),
          )
        }
        return listed
      }),
    redrive: (queue, limit = Number.POSITIVE_INFINITY) => {
      if (!queues.includes(queue)) return Promise.resolve(null)
      return connected(() =>
        withDead(queue, async ({ count, take, acknowledge }) => {
          // Messages that become dead letters again during the redrive are not sent back twice.
          const total = Math.min(limit, count)
          let sentBack = 0
          while (sentBack < total) {
            const messages = await take(Math.min(batchSize, total - sentBack))
            const sent = await sendBack(messages, queue)
            for (const message of sent) acknowledge(message)
            sentBack += sent.length
            if (messages.length === 0 || sent.length < messages.length) break
          }
          return sentBack
        }),
      )
    },
  }
}

function present(message: GetMessage): DeadLetter {
  const { reason, error, attempts, at } = readDeath(message)
  return {
    id: String(message.properties.messageId ?? ''),
    type: String(message.properties.type ?? ''),
    reason: error === null ? reason : `${reason}: ${error}`,
    attempts,
    at,
  }
}

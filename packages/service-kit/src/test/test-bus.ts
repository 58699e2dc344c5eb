import { randomUUID } from 'node:crypto'
import { type MessageData, type MessageType, messages, queueName, type ServiceName } from '@guidebook/contracts'
import type { ConfirmChannel } from 'amqplib'
import { brokerConnection } from '../broker/connection.ts'
import { contentType, readEnvelope, writeEnvelope } from '../broker/envelope.ts'
import { deadQueueName, exchangeName, queuesFor } from '../broker/topology.ts'
import { createLogger } from '../log/index.ts'
import { eventually } from './eventually.ts'

export type TestBus = Awaited<ReturnType<typeof testBus>>

/**
 * The other services' side of the broker: sends messages to a service, and receives those that it sends. Like the services, it
 * reconnects when a busy broker closes its connection.
 */
export async function testBus(url: string) {
  const log = createLogger({
    service: 'test-bus',
    level: process.env.TEST_LOG_LEVEL === undefined ? 'silent' : 'debug',
  })
  const connection = brokerConnection({ url, name: 'test bus', log })
  await connection.hold()
  let ended = false
  let current: Promise<ConfirmChannel> | undefined
  const openChannel = async () => {
    const channel = await connection.createConfirmChannel()
    channel.once('close', () => {
      current = undefined
    })
    return channel
  }
  /** Repeats the work until it has succeeded on a channel. */
  const onChannel = <T>(work: (channel: ConfirmChannel) => Promise<T>) =>
    eventually(async () => {
      current ??= openChannel()
      try {
        return { done: await work(await current) }
      } catch (error) {
        current = undefined
        throw error
      }
    })
  const sendRaw = async (type: MessageType, content: Buffer) => {
    await onChannel(async (channel) => {
      for (const queue of queuesFor(type)) {
        channel.publish(exchangeName(messages[type].source), queue, content, { contentType, persistent: true })
      }
      // A busy broker may refuse a message; like the relay, send it again.
      await channel.waitForConfirms()
    })
  }
  return {
    /** Sends bytes unchanged to the subscribers of the type. */
    sendRaw,
    /** Sends a message like its source; the same `id` again is the same message. `time`: when it was written. Returns the id. */
    async send<T extends MessageType>(
      type: T,
      data: MessageData<T>,
      { id = randomUUID() as string, actor = null as string | null, time = new Date() } = {},
    ) {
      const text = { id, type, subject: null, time, traceparent: null, requestId: null, actor }
      await sendRaw(type, writeEnvelope({ ...text, data: JSON.stringify(data) }))
      return id
    },
    /** Collects the messages that a subscriber receives from now on, each once although it may be delivered again; the list grows. */
    async hear<T extends MessageType>(subscriber: ServiceName, type: T) {
      const heard: { id: string; data: MessageData<T>; actor: string | null }[] = []
      const ids = new Set<string>()
      const listen = () =>
        onChannel(async (channel) => {
          await channel.consume(queueName(subscriber, type), (message) => {
            if (message === null) return
            const { id, data, actor } = readEnvelope(message.content, type)
            if (!ids.has(id)) heard.push({ id, data, actor })
            ids.add(id)
            channel.ack(message)
          })
          channel.once('close', () => void (ended || listen()))
        })
      await listen()
      return heard
    },
    /** Waits until the subscription has `count` dead letters. */
    async deadLetters(subscriber: ServiceName, type: MessageType, count: number) {
      const queue = deadQueueName(queueName(subscriber, type))
      await eventually(async () => (await onChannel((channel) => channel.checkQueue(queue))).done.messageCount >= count)
    },
    [Symbol.asyncDispose]: () => {
      ended = true
      return connection.release()
    },
  }
}

import { randomUUID } from 'node:crypto'
import { type MessageData, type MessageType, messages, queueName, type ServiceName } from '@guidebook/contracts'
import type { ConfirmChannel } from 'amqplib'
import { brokerConnection } from '../broker/connection.ts'
import { contentType, readEnvelope, writeEnvelope } from '../broker/envelope.ts'
import { deadQueueName, exchangeName, queuesFor } from '../broker/topology.ts'
import { createLogger } from '../log/index.ts'
import { eventually } from './eventually.ts'

/** The other services' end of the broker: tells a service things, and hears what it tells. */
export interface TestBus {
  /** Sends a message as its source would; the same `id` again is the same message. Answers the id. */
  send<T extends MessageType>(type: T, data: MessageData<T>, options?: { id?: string }): Promise<string>
  /** Sends bytes as they are, to what subscribes to the type. */
  sendRaw(type: MessageType, content: Buffer): Promise<void>
  /** Keeps what is told to a subscriber from now on; the list grows. */
  hear<T extends MessageType>(subscriber: ServiceName, type: T): Promise<{ id: string; data: MessageData<T> }[]>
  /** Waits until the subscription has so many dead letters. */
  deadLetters(subscriber: ServiceName, type: MessageType, count: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Like the services' own ends it survives a broker that closes a connection, which a busy one does for faults of its own. */
export async function testBus(url: string): Promise<TestBus> {
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
  /** Does it with a channel that lives, until it has been done on one. */
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
    sendRaw,
    async send(type, data, { id = randomUUID() } = {}) {
      const text = { id, type, subject: null, time: new Date(), traceparent: null, requestId: null }
      await sendRaw(type, writeEnvelope({ ...text, data: JSON.stringify(data) }))
      return id
    },
    async hear(subscriber, type) {
      const heard: { id: string; data: MessageData<typeof type> }[] = []
      const listen = () =>
        onChannel(async (channel) => {
          await channel.consume(queueName(subscriber, type), (message) => {
            if (message === null) return
            const { id, data } = readEnvelope(message.content, type)
            heard.push({ id, data })
            channel.ack(message)
          })
          channel.once('close', () => void (ended || listen()))
        })
      await listen()
      return heard
    },
    async deadLetters(subscriber, type, count) {
      const queue = deadQueueName(queueName(subscriber, type))
      await eventually(async () => (await onChannel((channel) => channel.checkQueue(queue))).done.messageCount >= count)
    },
    [Symbol.asyncDispose]: () => {
      ended = true
      return connection.release()
    },
  }
}

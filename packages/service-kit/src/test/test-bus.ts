import { randomUUID } from 'node:crypto'
import { type MessageData, type MessageType, messages, queueName, type ServiceName } from '@guidebook/contracts'
import { connect } from 'amqplib'
import { contentType, readEnvelope, writeEnvelope } from '../broker/envelope.ts'
import { deadQueueName, declareTarget, exchangeName } from '../broker/topology.ts'
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

export async function testBus(url: string): Promise<TestBus> {
  const connection = await connect(url)
  // The tests' broker may be stopped before the last connection has ended.
  connection.on('error', () => undefined)
  const channel = await connection.createConfirmChannel()
  const declare = async (type: MessageType) => {
    for (const subscriber of messages[type].subscribers) {
      await declareTarget(channel, { type, queue: queueName(subscriber, type) })
    }
  }
  const sendRaw = async (type: MessageType, content: Buffer) => {
    await declare(type)
    // A busy broker may refuse a message; like the relay, send it again.
    await eventually(async () => {
      channel.publish(exchangeName, type, content, { contentType, persistent: true, mandatory: true })
      await channel.waitForConfirms()
      return true
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
      await declare(type)
      const heard: { id: string; data: MessageData<typeof type> }[] = []
      await channel.consume(queueName(subscriber, type), (message) => {
        if (message === null) return
        const { id, data } = readEnvelope(message.content, type)
        heard.push({ id, data })
        channel.ack(message)
      })
      return heard
    },
    async deadLetters(subscriber, type, count) {
      const queue = deadQueueName(queueName(subscriber, type))
      await eventually(async () => (await channel.checkQueue(queue)).messageCount >= count)
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}

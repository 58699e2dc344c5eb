import { declareTopology, exchangeName, queuesOf } from '@guidebook/service-kit/topology'
import amqp from 'amqplib'
import { expect, test } from 'vitest'
import { type ServiceName, serviceNames } from '../src/services/names.ts'
import type { Description } from '../src/state/description.ts'

/** Bytes that a queue may hold. */
const queueBytes = 64 * 1024 * 1024

/** What a user of the running system's RabbitMQ may do. */
export function brokerFacts(described: () => Description): void {
  const urlOf = (service: ServiceName) => described().brokers[service] ?? ''

  const withChannel = async <T>(url: string, work: (channel: amqp.Channel) => Promise<T>): Promise<T> => {
    const connection = await amqp.connect(url)
    connection.on('error', () => undefined)
    try {
      const channel = await connection.createChannel()
      channel.on('error', () => undefined)
      return await work(channel)
    } finally {
      await connection.close()
    }
  }

  const tiers = ['', '.retry.1s', '.dead']

  test.each(serviceNames)('%s consumes its own queues', async (service) => {
    await withChannel(urlOf(service), async (channel) => {
      for (const queue of queuesOf(service).flatMap((name) => tiers.map((tier) => `${name}${tier}`))) {
        expect(await channel.get(queue), queue).toBe(false)
      }
    })
  })

  test('the topology can be declared again', async () => {
    await declareTopology(described().amqpUrl)
  })

  test('a full queue rejects messages, but another queue of the same sender accepts them', async () => {
    const messageBytes = 1_000_000
    const connection = await amqp.connect(urlOf('releases'))
    try {
      const channel = await connection.createConfirmChannel()
      const publish = (queue: string) =>
        new Promise<boolean>((resolve) =>
          channel.publish(exchangeName('releases'), queue, Buffer.alloc(messageBytes), {}, (error) => resolve(!error)),
        )
      const outcomes: boolean[] = []
      while (outcomes.length < 100 && outcomes.at(-1) !== false) {
        outcomes.push(await publish('webhooks.release.shared.v1'))
      }
      expect(outcomes.at(-1)).toBe(false)
      expect(outcomes.length * messageBytes).toBeGreaterThanOrEqual(queueBytes)
      expect(await publish('builder.release.build-requested.v1')).toBe(true)
    } finally {
      await connection.close()
      await withChannel(described().amqpUrl, (channel) => channel.purgeQueue('webhooks.release.shared.v1'))
    }
  })

  test('a message over 1 MiB is rejected', async () => {
    const refused = withChannel(urlOf('releases'), async (channel) => {
      const closed = new Promise((_resolve, reject) => channel.once('error', reject))
      channel.publish(exchangeName('releases'), 'webhooks.release.shared.v1', Buffer.alloc(1024 * 1024 + 1))
      await closed
    })
    await expect(refused).rejects.toThrow(/larger than configured max size/)
  })

  test('a service can not read the queue of another service', async () => {
    const reading = withChannel(urlOf('gateway'), (channel) =>
      channel.consume('webhooks.account.changed.v1', () => undefined),
    )
    await expect(reading).rejects.toThrow(/ACCESS_REFUSED/)
  })

  test("a service can not connect with another service's password", async () => {
    const url = new URL(urlOf('gateway'))
    url.password = new URL(urlOf('builder')).password
    await expect(amqp.connect(url.href)).rejects.toThrow(/ACCESS_REFUSED|403/)
  })
}

import { type MessageType, messages, queueName, type ServiceName } from '@guidebook/contracts'
import { type Channel, connect, type Options } from 'amqplib'

/** The delay before each repeat of a failed message, in milliseconds. After the last one the message becomes a dead letter. */
export type RetrySchedule = readonly number[]

export const defaultRetrySchedule: RetrySchedule = [1_000, 5_000, 15_000, 30_000, 30_000, 30_000]

/** The delay before the attempt after number `attempt` (from 1), or null after the last. */
export const delayAfter = (schedule: RetrySchedule, attempt: number): number | null => schedule[attempt - 1] ?? null

/** The distinct delays. Each has its own queue, because messages of a queue expire in its order. */
export const tiersOf = (schedule: RetrySchedule): number[] => [...new Set(schedule)].sort((a, b) => a - b)

/** `30s`, or `20ms` for a fraction of a second. Part of a queue's name. */
export const tierName = (delayMs: number): string => (delayMs % 1_000 === 0 ? `${delayMs / 1_000}s` : `${delayMs}ms`)

/**
 * The only exchange that a service publishes to; no other service publishes to it. The routing key is the name of the destination
 * queue. The queues of its subscribers are bound to it, and the service's own queues, retry tiers and dead letter queues.
 */
export const exchangeName = (service: ServiceName): string => `guidebook.${service}`

export const deadQueueName = (queue: string): string => `${queue}.dead`
export const tierQueueName = (queue: string, delayMs: number): string => `${queue}.retry.${tierName(delayMs)}`

const definitions = Object.values(messages)

/** The queues that receive a message of the type, one for each subscriber. */
export const queuesFor = (type: MessageType): string[] =>
  messages[type].subscribers.map((subscriber) => queueName(subscriber, type))

/** The queues that a service consumes. */
export const queuesOf = (service: ServiceName): string[] =>
  definitions
    .filter(({ subscribers }) => (subscribers as readonly ServiceName[]).includes(service))
    .map(({ type }) => queueName(service, type))

/**
 * Arguments are part of a queue's identity: a declaration with other arguments is refused. They are the same on RabbitMQ 3.10 and 4.x.
 * Dead-lettering by the broker must lose no message (`at-least-once`, which needs `reject-publish`). It uses the default exchange, to which no
 * service may publish.
 */
const quorum = { 'x-queue-type': 'quorum' }
const forwardingTo = (queue: string) => ({
  ...quorum,
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
})

/** Deliveries after which the broker dead-letters a message; a message that kills its process is not counted by the service. */
const deliveryLimit = 100
/** Listing a dead letter is a delivery too. Since version 4 a queue without a limit drops a message after 20. */
const listLimit = 1_000_000_000

const durable = (args: Record<string, unknown>): Options.AssertQueue => ({ durable: true, arguments: args })

/** Longest time in which the broker does not respond while the connection is opened, milliseconds. */
const connectMs = 10_000

/** The former exchange of all services. Its bindings would still let a shared user publish. */
const formerExchange = 'guidebook.messages'

/**
 * Declares every exchange, queue and binding. The deployment does this before the services start, as a broker user with all permissions. Services
 * declare nothing, so that none can bind a queue of another service. Idempotent.
 */
export async function declareTopology(
  url: string,
  { schedule = defaultRetrySchedule }: { schedule?: RetrySchedule } = {},
): Promise<void> {
  const connection = await connect(url, { noDelay: true, timeout: connectMs })
  // The calls that a lost connection interrupts reject; without a listener the event would end the process.
  connection.on('error', () => undefined)
  try {
    const sources = new Set(definitions.flatMap(({ source, subscribers }) => [source, ...subscribers]))
    await onChannel(connection, async (channel) => {
      for (const service of sources) await channel.assertExchange(exchangeName(service), 'direct', { durable: true })
      await channel.deleteExchange(formerExchange)
    })
    // The broker creates quorum queues slowly, and a channel runs one command at a time.
    const subscriptions = definitions.flatMap(({ type, source, subscribers }) =>
      subscribers.map((subscriber) => ({ queue: queueName(subscriber, type), source, subscriber })),
    )
    await Promise.all(
      subscriptions.map((subscription) =>
        onChannel(connection, (channel) => declareSubscription(channel, subscription, schedule)),
      ),
    )
  } finally {
    await connection.close()
  }
}

async function declareSubscription(
  channel: Channel,
  { queue, source, subscriber }: { queue: string; source: ServiceName; subscriber: ServiceName },
  schedule: RetrySchedule,
): Promise<void> {
  const own = exchangeName(subscriber)
  const dead = deadQueueName(queue)
  await channel.assertQueue(dead, durable({ ...quorum, 'x-delivery-limit': listLimit }))
  await channel.bindQueue(dead, own, dead)
  await channel.assertQueue(queue, durable({ ...forwardingTo(dead), 'x-delivery-limit': deliveryLimit }))
  await channel.bindQueue(queue, own, queue)
  for (const delayMs of tiersOf(schedule)) {
    const tier = tierQueueName(queue, delayMs)
    await channel.assertQueue(tier, durable({ ...forwardingTo(queue), 'x-message-ttl': delayMs }))
    await channel.bindQueue(tier, own, tier)
  }
  // Last, so that every message in the queue can be retried and dead-lettered.
  await channel.bindQueue(queue, exchangeName(source), queue)
}

async function onChannel(
  connection: Awaited<ReturnType<typeof connect>>,
  work: (channel: Channel) => Promise<void>,
): Promise<void> {
  const channel = await connection.createChannel()
  // The failed call rejects with the same error; without a listener the event would end the process.
  channel.on('error', () => undefined)
  await work(channel)
  await channel.close()
}

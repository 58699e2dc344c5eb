import { type MessageType, messages, queueName, type ServiceName } from '@guidebook/contracts'
import type { Channel, Options } from 'amqplib'
import { type RetrySchedule, tierName, tiersOf } from './retry-schedule.ts'

/** Every message goes to this exchange, its type being the routing key. */
export const exchangeName = 'guidebook.messages'

export const deadQueueName = (queue: string): string => `${queue}.dead`
export const tierQueueName = (queue: string, delayMs: number): string => `${queue}.retry.${tierName(delayMs)}`

export interface SubscriptionName {
  type: MessageType
  queue: string
}

const definitions = Object.values(messages)

/** The queues that a service consumes. */
export const subscriptionsOf = (service: ServiceName): SubscriptionName[] =>
  definitions
    .filter(({ subscribers }) => (subscribers as readonly ServiceName[]).includes(service))
    .map(({ type }) => ({ type, queue: queueName(service, type) }))

/** The queues that a service's messages go to. */
export const targetsOf = (service: ServiceName): SubscriptionName[] =>
  definitions
    .filter(({ source }) => source === service)
    .flatMap(({ type, subscribers }) => subscribers.map((subscriber) => ({ type, queue: queueName(subscriber, type) })))

/**
 * Arguments are part of a queue's identity: a declaration with others is refused. They are the same on RabbitMQ 3.10 and 4.x.
 * Dead-lettering by the broker itself must not lose anything (`at-least-once`, which needs `reject-publish`).
 */
const quorum = { 'x-queue-type': 'quorum' }
const forwardingTo = (queue: string) => ({
  ...quorum,
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': queue,
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
})

/** A message that kills its process never fails in a way we could count; the broker takes it out after so many deliveries. */
const deliveryLimit = 100
/** Looking at a dead letter is a delivery too, and from version 4 on a queue without a limit of its own drops a message after 20. */
const lookLimit = 1_000_000_000

const durable = (args: Record<string, unknown>): Options.AssertQueue => ({ durable: true, arguments: args })

/** Declares the queue, its binding and its dead letters: what a sender needs so that nothing is lost before the subscriber first runs. */
export async function declareTarget(channel: Channel, { type, queue }: SubscriptionName): Promise<void> {
  await channel.assertExchange(exchangeName, 'direct', { durable: true })
  await channel.assertQueue(deadQueueName(queue), durable({ ...quorum, 'x-delivery-limit': lookLimit }))
  await channel.assertQueue(
    queue,
    durable({ ...forwardingTo(deadQueueName(queue)), 'x-delivery-limit': deliveryLimit }),
  )
  await channel.bindQueue(queue, exchangeName, type)
}

/** Declares one queue per delay, from which a message falls back into the subscription's own. Only the subscriber writes to them. */
export async function declareTiers(channel: Channel, queue: string, schedule: RetrySchedule): Promise<void> {
  for (const delayMs of tiersOf(schedule)) {
    await channel.assertQueue(
      tierQueueName(queue, delayMs),
      durable({ ...forwardingTo(queue), 'x-message-ttl': delayMs }),
    )
  }
}

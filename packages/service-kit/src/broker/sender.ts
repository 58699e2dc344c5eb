import type { ServiceName } from '@guidebook/contracts'
import type { ConsumeMessage, GetMessage } from 'amqplib'
import { PoisonMessageError } from './envelope.ts'
import type { Outgoing } from './publisher.ts'
import { exchangeName } from './topology.ts'

type Received = ConsumeMessage | GetMessage

/**
 * Proves who sent a message: RabbitMQ accepts a `user-id` property only when it is the user of the publishing connection. A service that
 * moves a message to another of its queues publishes it again under its own user, so it keeps the first sender in a header. No other
 * service can publish with this user.
 */
export interface SenderProof {
  /** The `user-id` of published messages; absent when the services share a broker user, which proves nothing. */
  userId: ServiceName | undefined
  /** Throws `PoisonMessageError` when another service sent the message. */
  require(message: ConsumeMessage, sender: ServiceName): void
  /** The sender header of a forwarded message. */
  headers(message: Received): Record<string, string>
}

const senderHeader = 'x-sender'

/** Senders are checked when the broker's users have the names of the services. `url` is the broker URL of this service. */
export function senderProof(service: ServiceName, url: string): SenderProof {
  if (decodeURIComponent(new URL(url).username) !== service) {
    return { userId: undefined, require: () => undefined, headers: () => ({}) }
  }
  const senderOf = ({ properties: { userId, headers } }: Received): unknown =>
    userId === service ? headers?.[senderHeader] : userId
  return {
    userId: service,
    require: (message, sender) => {
      if (senderOf(message) !== sender)
        throw new PoisonMessageError('the message was not sent by the broker user of its source')
    },
    headers: (message) => {
      const sender = senderOf(message)
      return typeof sender === 'string' ? { [senderHeader]: sender } : {}
    },
  }
}

/** The message for another queue of the same service, without the headers of earlier deliveries. */
export function forwarded(
  message: Received,
  { service, proof }: { service: ServiceName; proof: SenderProof },
  queue: string,
  headers: Record<string, unknown> = {},
): Outgoing {
  const { messageId, type, contentType, timestamp } = message.properties
  return {
    exchange: exchangeName(service),
    routingKey: queue,
    content: message.content,
    options: { messageId, type, contentType, timestamp, headers: { ...proof.headers(message), ...headers } },
  }
}

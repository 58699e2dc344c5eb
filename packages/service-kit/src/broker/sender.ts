import type { ServiceName } from '@guidebook/contracts'
import type { ConsumeMessage, GetMessage } from 'amqplib'
import { PoisonMessageError } from './poison-message-error.ts'

/**
 * Proves who sent a message: RabbitMQ accepts a `user-id` property only when it is the user of the publishing connection. A service that
 * forwards a message to one of its own queues becomes the publisher, so it keeps the first sender in a header. No other service can publish
 * with its user.
 */
export interface SenderProof {
  /** The `user-id` of published messages; absent when the services share a broker user, which proves nothing. */
  userId: ServiceName | undefined
  /** Throws `PoisonMessageError` when another service sent the message. */
  require(message: ConsumeMessage, sender: ServiceName): void
  /** The sender header of a forwarded message. */
  headers(message: ConsumeMessage | GetMessage): Record<string, string>
}

const senderHeader = 'x-sender'

/** Senders are checked when the broker's users have the names of the services. `url` is the broker URL of this service. */
export function senderProof(service: ServiceName, url: string): SenderProof {
  if (decodeURIComponent(new URL(url).username) !== service) {
    return { userId: undefined, require: () => undefined, headers: () => ({}) }
  }
  const senderOf = ({ properties: { userId, headers } }: ConsumeMessage | GetMessage): unknown =>
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

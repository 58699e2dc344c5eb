import type { ServiceName } from '@guidebook/contracts'
import type { ConsumeMessage, GetMessage } from 'amqplib'
import { Poison } from './failures.ts'

/**
 * Who sent a message, as the broker vouches for it: RabbitMQ accepts a `user-id` property only when it is the user of the publishing
 * connection. A service that forwards a message to one of its own queues becomes the publisher, so it keeps the first sender in a
 * header; no other service can publish with its user.
 */
export interface SenderProof {
  /** The property with which everything is published; none when the services share a broker user, which proves nothing. */
  userId: ServiceName | undefined
  /** Throws `Poison` when the message does not come from the service. */
  require(message: ConsumeMessage, sender: ServiceName): void
  /** The header that a forwarded message needs. */
  headers(message: ConsumeMessage | GetMessage): Record<string, string>
}

const senderHeader = 'x-sender'

/** Sender checks are on when the broker's users are named after the services. `url` is where this service connects. */
export function senderProof(service: ServiceName, url: string): SenderProof {
  if (decodeURIComponent(new URL(url).username) !== service) {
    return { userId: undefined, require: () => undefined, headers: () => ({}) }
  }
  const senderOf = ({ properties: { userId, headers } }: ConsumeMessage | GetMessage): unknown =>
    userId === service ? headers?.[senderHeader] : userId
  return {
    userId: service,
    require: (message, sender) => {
      if (senderOf(message) !== sender) throw new Poison('the message was not sent by the broker user of its source')
    },
    headers: (message) => {
      const sender = senderOf(message)
      return typeof sender === 'string' ? { [senderHeader]: sender } : {}
    },
  }
}

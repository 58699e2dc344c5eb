import type { ServiceName } from '@guidebook/contracts'
import type { ConfirmChannel, Message, Options } from 'amqplib'
import type { BrokerConnection } from './connection.ts'

export interface Outgoing {
  exchange: string
  routingKey: string
  content: Buffer
  options: Options.Publish
}

/**
 * `confirmed`: at least one queue has the message. `unroutable`: no queue accepted it. `refused`: the broker nacked it. `lost`: the channel closed
 * or the confirm was late, so the result is unknown.
 */
export type Outcome = 'confirmed' | 'unroutable' | 'refused' | 'lost'

export interface PublishingChannel {
  /** Publishes all messages, mandatory and persistent, and returns the outcome of each. Never rejects. */
  publish(messages: readonly Outgoing[]): Promise<Outcome[]>
}

export interface Publisher {
  /** Returns the channel, opened if necessary. Rejects while the broker is unreachable. */
  open(): Promise<PublishingChannel>
  /** Closes the channel; unconfirmed messages are `lost`. */
  close(): void
}

export interface PublisherOptions {
  connection: BrokerConnection
  /** The broker user of the connection, as a proof of the sender; see `senderProof`. */
  userId?: ServiceName | undefined
  /** Longest wait for the confirms of one call. */
  confirmMs?: number
}

/** A channel with publisher confirms. */
export function createPublisher({ connection, userId, confirmMs = 15_000 }: PublisherOptions): Publisher {
  let current: Promise<WatchedChannel> | undefined
  const forget = (channel: Promise<WatchedChannel>) => {
    if (current === channel) current = undefined
  }
  const openNew = async () => watch(await connection.createConfirmChannel(), userId, confirmMs)
  return {
    open: async () => {
      if (!current) {
        const opening = openNew()
        current = opening
        opening.then(
          ({ ended }) => ended.then(() => forget(opening)),
          () => forget(opening),
        )
      }
      return await current
    },
    close: () => {
      current?.then(
        (channel) => channel.end(),
        // The caller of open() already got the error; there is nothing to close.
        () => undefined,
      )
      current = undefined
    },
  }
}

interface WatchedChannel extends PublishingChannel {
  ended: Promise<void>
  end(): void
}

function watch(channel: ConfirmChannel, userId: ServiceName | undefined, confirmMs: number): WatchedChannel {
  /** Numbers of returned messages. The broker sends a return before the confirm of the same message. */
  const returned = new Set<string>()
  const pending = new Map<string, (outcome: Outcome) => void>()
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>()
  let last = 0
  let open = true

  const settle = (number: string, outcome: Outcome) => {
    pending.get(number)?.(outcome)
    pending.delete(number)
  }
  const loseAll = () => {
    open = false
    for (const number of [...pending.keys()]) settle(number, 'lost')
    resolveEnded()
  }
  channel.on('close', loseAll)
  channel.on('return', (message: Message) => void returned.add(message.properties.correlationId))

  const end = () => {
    if (!open) return
    loseAll()
    // The peer may never respond; the connection's heartbeat detects that.
    channel.close().catch(() => undefined)
  }
  const publishOne = ({ exchange, routingKey, content, options }: Outgoing): Promise<Outcome> => {
    if (!open) return Promise.resolve('lost')
    const number = String(++last)
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    pending.set(number, resolve)
    const sender = userId === undefined ? {} : { userId }
    const properties = { ...options, ...sender, mandatory: true, persistent: true, correlationId: number }
    try {
      channel.publish(exchange, routingKey, content, properties, (error) => {
        if (error) settle(number, (error as Error).message === 'message nacked' ? 'refused' : 'lost')
        else settle(number, returned.delete(number) ? 'unroutable' : 'confirmed')
      })
    } catch (error) {
      if (!(error instanceof Error && error.name === 'IllegalOperationError')) throw error
      settle(number, 'lost')
    }
    return promise
  }
  return {
    ended,
    end,
    publish: async (messages) => {
      // After the deadline the outcome is already `lost`; closing the channel prevents late confirms.
      const timer = setTimeout(end, confirmMs)
      try {
        return await Promise.all(messages.map(publishOne))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

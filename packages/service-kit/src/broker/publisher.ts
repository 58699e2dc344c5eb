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
 * `confirmed`: the broker has it, in at least one queue. `unroutable`: no queue took it. `refused`: the broker said no.
 * `lost`: the channel ended or the confirm did not come in time, so that nobody knows.
 */
export type Outcome = 'confirmed' | 'unroutable' | 'refused' | 'lost'

export interface PublishingChannel {
  /** Publishes all, mandatory and persistent, and tells what became of each. Never rejects. */
  publish(messages: readonly Outgoing[]): Promise<Outcome[]>
}

export interface Publisher {
  /** The channel, opened when there is none. Rejects while the broker is away. */
  open(): Promise<PublishingChannel>
  /** Ends the channel; what was not confirmed is `lost`. */
  close(): void
}

export interface PublisherOptions {
  connection: BrokerConnection
  /** The broker user of the connection, when messages are to prove who sent them; see `senderProof`. */
  userId?: ServiceName | undefined
  /** Longest wait for the confirms of one call. */
  confirmMs?: number
}

/** A channel on which nothing is taken for sent until the broker has said so. */
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
        // Why it could not be opened was told to who asked for it; there is nothing to end.
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
  /** Numbers of what came back. The broker sends a return before the confirm of the same message. */
  const returned = new Set<string>()
  const pending = new Map<string, (outcome: Outcome) => void>()
  const { promise: ended, resolve: tellEnded } = Promise.withResolvers<void>()
  let last = 0
  let open = true

  const settle = (number: string, outcome: Outcome) => {
    pending.get(number)?.(outcome)
    pending.delete(number)
  }
  const loseAll = () => {
    open = false
    for (const number of [...pending.keys()]) settle(number, 'lost')
    tellEnded()
  }
  channel.on('close', loseAll)
  channel.on('return', (message: Message) => void returned.add(message.properties.correlationId))

  const end = () => {
    if (!open) return
    loseAll()
    // The peer may never answer; the connection's heartbeat finds that out.
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
      // A confirm that comes after the deadline would say too late what was done already: the channel ends with it.
      const timer = setTimeout(end, confirmMs)
      try {
        return await Promise.all(messages.map(publishOne))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

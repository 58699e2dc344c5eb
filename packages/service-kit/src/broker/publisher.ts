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

/** Longest wait for the confirms of one call, milliseconds. */
const confirmMs = 15_000

export type Publisher = ReturnType<typeof createPublisher>
export type PublishingChannel = Pick<ReturnType<typeof watch>, 'publish'>

/** A channel with publisher confirms. `userId`: the broker user of the connection, as a proof of the sender; see `senderProof`. */
export function createPublisher({
  connection,
  userId,
}: {
  connection: BrokerConnection
  userId?: ServiceName | undefined
}) {
  let current: Promise<ReturnType<typeof watch>> | undefined
  return {
    /** Returns the channel, opened if necessary. Rejects while the broker is unreachable. */
    open: (): Promise<PublishingChannel> => {
      if (current) return current
      const forget = () => {
        if (current === opening) current = undefined
      }
      const opening = connection.createConfirmChannel().then((channel) => watch(channel, userId, forget))
      opening.catch(forget)
      current = opening
      return opening
    },
    /** Closes the channel; unconfirmed messages are `lost`. */
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

function watch(channel: ConfirmChannel, userId: ServiceName | undefined, onEnd: () => void) {
  /** Numbers of returned messages. The broker sends a return before the confirm of the same message. */
  const returned = new Set<string>()
  const pending = new Map<string, (outcome: Outcome) => void>()
  const sender = userId === undefined ? {} : { userId }
  let last = 0
  let open = true

  const settle = (number: string, outcome: Outcome) => {
    pending.get(number)?.(outcome)
    pending.delete(number)
  }
  const loseAll = () => {
    open = false
    for (const number of [...pending.keys()]) settle(number, 'lost')
    onEnd()
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
    end,
    /** Publishes all messages, mandatory and persistent, and returns the outcome of each. Never rejects. */
    publish: async (messages: readonly Outgoing[]): Promise<Outcome[]> => {
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

import { setTimeout as sleep } from 'node:timers/promises'
import { messages, type ServiceName } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { Component } from '../lifecycle/component.ts'
import { claimLoop } from '../loop/claim-loop.ts'
import { continueTrace } from '../telemetry/propagation.ts'
import type { BrokerConnection } from './connection.ts'
import { contentType, writeEnvelope } from './envelope.ts'
import { anyWaiting, claimWaiting, putOff, removeSent, type WaitingMessage } from './outbox-queries.ts'
import type { Outcome, Outgoing, Publisher, PublishingChannel } from './publisher.ts'
import { exchangeName, queuesFor } from './topology.ts'

export interface RelayOptions {
  service: ServiceName
  database: Database
  connection: BrokerConnection
  publisher: Publisher
  log: Logger
  pollMs?: number
  batchSize?: number
}

export interface Relay extends Component {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Bytes of data that a batch should not exceed: what is in memory at once, twice over. */
const batchBytes = 8_000_000

/** Batches under way at once: while one waits for its confirms, the next is read. */
const depth = 2

/** Rest after a batch that was not full: one message goes at once, a busy service's go by the handful, since a batch is five statements. */
const gatherMs = 10

/**
 * Sends what the outbox holds. A batch's rows are locked while it is published and deleted when it is confirmed, all in one transaction.
 * So a relay that dies lets go of its rows at once, and what it had published but not deleted is sent again with the same id.
 * (A lease in the row would write each row once more and hold a dead relay's rows until it ends. The transaction that waits for
 * confirms touches nothing else, and `confirmMs` of the publisher is well below the server's limit for idle transactions.)
 */
export function createRelay({
  service,
  database,
  connection,
  publisher,
  log,
  pollMs = 100,
  batchSize = 500,
}: RelayOptions): Relay {
  /** How many rows to claim: fewer while the messages are large. */
  let limit = batchSize
  const adapt = (batch: readonly WaitingMessage[]) => {
    const bytes = batch.reduce((sum, { data }) => sum + data.length, 1)
    limit = Math.min(batchSize, Math.max(1, Math.floor((batchBytes * batch.length) / bytes)))
  }

  /** Sends one batch and, when it was full, meanwhile further ones. Answers how many rows were claimed. */
  const sendBatches = async (channel: PublishingChannel, signal: AbortSignal, others: number): Promise<number> => {
    const trx = await database.knex.transaction()
    try {
      const asked = limit
      const batch = await claimWaiting(trx, asked)
      adapt(batch)
      const outcomes = publishBatch(channel, batch)
      const more = batch.length === asked && others + 1 < depth && !signal.aborted
      const next = more ? sendBatches(channel, signal, others + 1) : Promise.resolve(0)
      const [own, following] = await Promise.allSettled([outcomes.then((known) => record(trx, batch, known)), next])
      if (own.status === 'rejected') throw own.reason
      await trx.commit()
      if (own.value.includes('lost')) throw new Error('Channel closed before the broker confirmed every message')
      if (following.status === 'rejected') throw following.reason
      return batch.length + following.value
    } catch (error) {
      // The connection may be what failed; then there is nothing left to roll back.
      if (!trx.isCompleted()) await trx.rollback().catch(() => undefined)
      throw error
    }
  }
  const record = async (trx: Knex.Transaction, batch: readonly WaitingMessage[], outcomes: readonly Outcome[]) => {
    const rowsWith = (outcome: Outcome) => batch.filter((_, index) => outcomes[index] === outcome).map(({ row }) => row)
    const confirmed = rowsWith('confirmed')
    if (confirmed.length > 0) await removeSent(trx, confirmed)
    for (const outcome of ['unroutable', 'refused'] as const) {
      const rows = rowsWith(outcome)
      if (rows.length === 0) continue
      log.error(
        { relay: service, outcome, count: rows.length },
        'messages were not taken by the broker and are tried later',
      )
      await putOff(trx, rows, outcome)
    }
    return outcomes
  }

  const loop = claimLoop({
    name: 'outbox relay',
    pollMs,
    log,
    run: async (signal) => {
      if (!connection.connected || connection.blocked) return 0
      if (!(await anyWaiting(database.knex))) return 0
      const full = limit
      const sent = await sendBatches(await publisher.open(), signal, 0)
      if (sent > 0 && sent < full) await sleep(gatherMs)
      return sent
    },
  })
  connection.onChange(loop.wake)
  let unsubscribe: () => void = () => undefined
  return {
    name: 'outbox relay',
    start: async () => {
      unsubscribe = database.onEmitted(loop.wake)
      await connection.hold()
      await loop.start()
    },
    stop: async () => {
      unsubscribe()
      await loop.stop()
      publisher.close()
      await connection.release()
    },
  }
}

/** Publishes one copy of each message for each of its subscribers. A message's outcome is the worst of its copies'. */
export const publishBatch = (channel: PublishingChannel, batch: readonly WaitingMessage[]): Promise<Outcome[]> =>
  Promise.all(
    batch.map(async (message) => worst(await continueTrace(message, () => channel.publish(copiesOf(message))))),
  )

/** The broker reports only that no queue took a message: a copy for each queue shows which subscriber lacks its own. */
function copiesOf(message: WaitingMessage): Outgoing[] {
  const content = writeEnvelope(message)
  const options = {
    messageId: message.id,
    type: message.type,
    contentType,
    timestamp: Math.floor(message.time.getTime() / 1_000),
  }
  const exchange = exchangeName(messages[message.type].source)
  return queuesFor(message.type).map((routingKey) => ({ exchange, routingKey, content, options }))
}

const fromWorst: readonly Outcome[] = ['lost', 'refused', 'unroutable']
const worst = (outcomes: readonly Outcome[]): Outcome =>
  fromWorst.find((outcome) => outcomes.includes(outcome)) ?? 'confirmed'

import { setTimeout as sleep } from 'node:timers/promises'
import { messages, type ServiceName } from '@guidebook/contracts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { claimLoop } from '../loop/claim-loop.ts'
import { continueTrace } from '../telemetry/propagation.ts'
import type { BrokerConnection } from './connection.ts'
import { contentType, writeEnvelope } from './envelope.ts'
import { anyWaiting, claimBytes, claimWaiting, deferRows, removeSent, type WaitingMessage } from './outbox-queries.ts'
import type { Outcome, Outgoing, Publisher, PublishingChannel } from './publisher.ts'
import { exchangeName, queuesFor } from './topology.ts'

interface RelayOptions {
  service: ServiceName
  database: Database
  connection: BrokerConnection
  publisher: Publisher
  log: Logger
  pollMs?: number
  batchSize?: number | undefined
}

/** Batches sent at once, and so in memory: while one waits for its confirms, the next is read. */
const depth = 2

/** Pause after a partial batch so that messages accumulate under load; each batch costs five statements. Milliseconds. */
const gatherMs = 10

/**
 * Sends the messages of the outbox. One transaction locks the rows of a batch, publishes them and deletes the confirmed ones. The locks of a relay
 * that dies end immediately, and another relay sends its rows again with the same ids.
 * (A lease would need one more write per row, and would hold the rows of a dead relay until it expires. The transaction that waits for confirms
 * touches no other table, and the publisher's `confirmMs` is well below the server's limit for idle transactions.)
 */
export function createRelay({
  service,
  database,
  connection,
  publisher,
  log,
  pollMs = 1_000,
  batchSize = 500,
}: RelayOptions) {
  /** Rows to lock: fewer while the messages are large. A claim reads the sizes of all of them, and other relays pass over those that do not fit. */
  let limit = batchSize
  const adapt = (batch: readonly WaitingMessage[]) => {
    // Another relay may have locked all of them.
    if (batch.length === 0) return
    const bytes = batch.reduce((sum, { data }) => sum + data.length, 1)
    limit = Math.min(batchSize, Math.max(1, Math.floor((claimBytes * batch.length) / bytes)))
  }

  /** Sends one batch and, if it was full, further ones meanwhile. Returns how many rows were claimed. */
  const sendBatches = async (channel: PublishingChannel, signal: AbortSignal, others: number): Promise<number> => {
    const trx = await database.knex.transaction()
    try {
      const batchLimit = limit
      const batch = await claimWaiting(trx, batchLimit)
      adapt(batch)
      const outcomes = publishBatch(channel, batch)
      const more = batch.length === batchLimit && others + 1 < depth && !signal.aborted
      const next = more ? sendBatches(channel, signal, others + 1) : Promise.resolve(0)
      const recording = outcomes.then((settled) => record(trx, batch, settled))
      const [own, following] = await Promise.allSettled([recording, next])
      if (own.status === 'rejected') throw own.reason
      await trx.commit()
      if (own.value.includes('lost')) throw new Error('Channel closed before the broker confirmed every message')
      if (following.status === 'rejected') throw following.reason
      return batch.length + following.value
    } catch (error) {
      // When the connection failed, there is nothing to roll back.
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
      log.error({ relay: service, outcome, count: rows.length }, 'broker did not accept messages, retrying later')
      await deferRows(trx, rows, outcome)
    }
    return outcomes
  }

  const loop = claimLoop({
    name: 'outbox relay',
    pollMs,
    backoff: { firstMs: 200, longestMs: 5_000 },
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

/**
 * Publishes a copy of each message for each subscriber. The outcome of a message is the worst outcome of its copies. All envelopes of the batch are
 * in memory at once, which `claimBytes` bounds.
 */
export const publishBatch = (channel: PublishingChannel, batch: readonly WaitingMessage[]): Promise<Outcome[]> =>
  Promise.all(
    batch.map(async (message) => worst(await continueTrace(message, () => channel.publish(copiesOf(message))))),
  )

/** The broker reports only that no queue accepted a message, so each queue gets its own copy: that shows which subscriber's queue is missing. */
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

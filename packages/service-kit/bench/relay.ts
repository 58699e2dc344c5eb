/**
 * How fast the relay is, as a share of what the broker takes: claim + publish + confirm + delete, against a loop that only publishes the same
 * messages and keeps 500 unconfirmed. Prints one line a round and the median of five. Needs TEST_POSTGRES_URL and TEST_AMQP_URL.
 */
import { connect } from 'amqplib'
import { pino } from 'pino'
import { brokerConnection } from '../src/broker/connection.ts'
import { contentType, writeEnvelope } from '../src/broker/envelope.ts'
import { outboxRows, storeInOutbox } from '../src/broker/index.ts'
import { createRelay } from '../src/broker/relay.ts'
import { declareTarget, exchangeName } from '../src/broker/topology.ts'
import { openDatabase } from '../src/database/database.ts'
import { eventually, testDatabase, testVirtualHost } from '../src/test/index.ts'

const messages = 10_000
const outstanding = 500
const rounds = 5
const type = 'guidebook.changed.v1'
const queue = `releases.${type}`

const url = await testVirtualHost()
await using test = await testDatabase('geodata', new URL('../test/migrations/', import.meta.url))
const database = openDatabase({ url: test.url, schema: 'geodata', service: 'geodata' })
const bare = await connect(url)
const channel = await bare.createConfirmChannel()
await declareTarget(channel, { type, queue })

/** Messages a second. */
const timed = async (work: () => Promise<void>) => {
  const began = performance.now()
  await work()
  return (messages / (performance.now() - began)) * 1_000
}

async function bareLoop(): Promise<void> {
  let sent = 0
  let confirmed = 0
  await new Promise<void>((resolve) => {
    const next = () => {
      while (sent < messages && sent - confirmed < outstanding) {
        const id = crypto.randomUUID()
        const content = writeEnvelope({
          id,
          type,
          subject: null,
          time: new Date(),
          data: JSON.stringify({ account: 'a', guidebook: 'g', version: sent++ }),
          traceparent: null,
          requestId: null,
        })
        const options = { messageId: id, type, contentType, persistent: true, mandatory: true }
        channel.publish(exchangeName, type, content, options, () => {
          if (++confirmed === messages) resolve()
          else next()
        })
      }
    }
    next()
  })
}

async function fillOutbox(): Promise<void> {
  const rows = Array.from({ length: messages }, (_, version) =>
    outboxRows(type, { account: 'a', guidebook: 'g', version }),
  )
  await database.knex.transaction((trx) => storeInOutbox(trx, rows.flat()))
}

async function relayAll(): Promise<void> {
  const connection = brokerConnection({ url, name: 'bench', log: pino({ level: 'silent' }) })
  const relay = createRelay({ service: 'geodata', database, connection, log: pino({ level: 'warn' }) })
  await relay.start()
  await eventually(async () => (await database.knex('outbox').first('id')) === undefined || undefined, {
    everyMs: 5,
    timeoutMs: 60_000,
  })
  await relay.stop()
}

/** Every message arrived exactly once, or the figures mean nothing. */
const emptied = async () => {
  await eventually(async () => (await channel.checkQueue(queue)).messageCount === messages)
  await channel.purgeQueue(queue)
}

const ratios: number[] = []
for (let round = 1; round <= rounds; round++) {
  const loop = await timed(bareLoop)
  await emptied()
  await fillOutbox()
  const relay = await timed(relayAll)
  await emptied()
  ratios.push(relay / loop)
  console.log(
    `round ${round}: relay ${relay.toFixed(0)}/s, bare confirm loop ${loop.toFixed(0)}/s, ratio ${(relay / loop).toFixed(2)}`,
  )
}
console.log(`median ${ratios.toSorted((a, b) => a - b)[2]?.toFixed(2)}`)
await bare.close()
await database.knex.destroy()

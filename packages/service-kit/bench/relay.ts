import { connect } from 'amqplib'
import { pino } from 'pino'
import { brokerConnection } from '../src/broker/connection.ts'
import { contentType, writeEnvelope } from '../src/broker/envelope.ts'
import { outboxRows, storeInOutbox } from '../src/broker/index.ts'
import { createPublisher } from '../src/broker/publisher.ts'
import { createRelay } from '../src/broker/relay.ts'
import { exchangeName } from '../src/broker/topology.ts'
import { openDatabase } from '../src/database/database.ts'
import { eventually, testDatabase, testVirtualHost } from '../src/test/index.ts'

const messages = 10_000
const outstanding = 500
const type = 'guidebook.changed.v1'
const queue = `releases.${type}`
const silent = pino({ level: 'silent' })

export interface RelayRound {
  /** Messages a second: claimed, published, confirmed and deleted by the relay. */
  relay: number
  /** Messages a second: published and confirmed by a loop that does nothing else and keeps 500 unconfirmed. */
  bare: number
}

export interface RelayBench {
  /** Sends 10,000 messages to a quorum queue both ways; every one must arrive once. */
  round(): Promise<RelayRound>
  [Symbol.asyncDispose](): Promise<void>
}

/** How fast the relay is beside what the broker takes. Needs TEST_POSTGRES_URL and TEST_AMQP_URL. */
export async function openRelayBench(): Promise<RelayBench> {
  const stack = new AsyncDisposableStack()
  const url = await testVirtualHost('service-kit')
  const test = stack.use(await testDatabase('geodata', new URL('../test/migrations/', import.meta.url)))
  const database = openDatabase({ url: test.url, schema: 'geodata', service: 'geodata' })
  stack.defer(() => database.knex.destroy())
  const connection = await connect(url)
  stack.defer(() => connection.close())
  const channel = await connection.createConfirmChannel()

  const publishOne = (version: number, onConfirmed: () => void) => {
    const id = crypto.randomUUID()
    const data = JSON.stringify({ account: 'a', guidebook: 'g', version })
    const content = writeEnvelope({
      id,
      type,
      subject: null,
      time: new Date(),
      data,
      traceparent: null,
      requestId: null,
      actor: null,
    })
    const options = { messageId: id, type, contentType, persistent: true, mandatory: true }
    channel.publish(exchangeName('geodata'), queue, content, options, onConfirmed)
  }
  const bareLoop = () =>
    new Promise<void>((resolve) => {
      let sent = 0
      let confirmed = 0
      const next = () => {
        while (sent < messages && sent - confirmed < outstanding) {
          publishOne(sent++, () => {
            if (++confirmed === messages) resolve()
            else next()
          })
        }
      }
      next()
    })
  const fillOutbox = async () => {
    const rows = Array.from({ length: messages }, (_, version) =>
      outboxRows(type, { account: 'a', guidebook: 'g', version }),
    )
    await database.knex.transaction((trx) => storeInOutbox(trx, rows.flat()))
  }
  const relayAll = async () => {
    const publishing = brokerConnection({ url, name: 'bench', log: silent })
    const publisher = createPublisher({ connection: publishing })
    const relay = createRelay({ service: 'geodata', database, connection: publishing, publisher, log: silent })
    await relay.start()
    await eventually(async () => (await database.knex('outbox').first('id')) === undefined, {
      everyMs: 5,
      timeoutMs: 60_000,
    })
    await relay.stop()
  }
  const arrivedAll = async () => {
    await eventually(async () => (await channel.checkQueue(queue)).messageCount === messages)
    await channel.purgeQueue(queue)
  }

  return {
    round: async () => {
      const bare = await rate(bareLoop)
      await arrivedAll()
      await fillOutbox()
      const relay = await rate(relayAll)
      await arrivedAll()
      return { relay, bare }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function rate(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (messages / (performance.now() - began)) * 1_000
}

if (import.meta.main) {
  await using bench = await openRelayBench()
  const ratios: number[] = []
  for (let round = 1; round <= 5; round++) {
    const { relay, bare } = await bench.round()
    ratios.push(relay / bare)
    console.log(`round ${round}: relay ${relay.toFixed(0)}/s, bare confirm loop ${bare.toFixed(0)}/s`)
  }
  console.log(`median ratio ${ratios.toSorted((a, b) => a - b)[2]?.toFixed(2)}`)
}

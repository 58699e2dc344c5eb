import { type MessageType, messages } from '@guidebook/contracts'
import { connect } from 'amqplib'
import pg from 'pg'
import { deadQueueName, declareTopology, queuesFor, tierQueueName, tiersOf } from '../broker/topology.ts'
import { eventually } from './eventually.ts'
import { endSharedFixture } from './shared-fixture.ts'
import { testServer } from './test-server.ts'

/** Short delays for tests, for `createBroker`; `testVirtualHost` declares their queues. */
export const testRetrySchedule: readonly number[] = [20, 40]

const virtualHosts = 8
const queues = (Object.keys(messages) as MessageType[]).flatMap(queuesFor)
/** Global, so that it survives when this module is loaded again: each process has one virtual host. */
const key = Symbol.for('guidebook.test-virtual-host')
const shared = globalThis as { [key]?: Promise<string> }

/**
 * The address of a virtual host that only this process uses, with the topology and empty queues. Each call empties the queues again, and
 * ends the shared fixture of another service. `user`: the service or package under test.
 */
export async function testVirtualHost(user: string): Promise<string> {
  await endSharedFixture(user)
  shared[key] ??= claimVirtualHost()
  const url = await shared[key]
  // Repeated, because a busy broker may close the connection.
  await eventually(() => emptyQueues(url).then(() => true))
  return url
}

/** Claims a virtual host by an advisory lock of the test PostgreSQL, which ends with this process's connection. */
async function claimVirtualHost(): Promise<string> {
  const client = new pg.Client({
    connectionString: testServer('TEST_POSTGRES_URL'),
    application_name: 'test virtual host',
  })
  await client.connect()
  // The connection must neither keep the process alive nor crash it when the server stops at the end.
  client.on('error', () => undefined)
  const first = Number(process.env.VITEST_POOL_ID ?? 1)
  const candidates = Array.from(
    { length: virtualHosts },
    (_, index) => `test-${((first - 1 + index) % virtualHosts) + 1}`,
  )
  const lock = "hashtext('guidebook test virtual host'), hashtext($1)"
  for (const name of candidates) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${lock}) AS mine`, [name])
    if (rows[0].mine) return released(client, name)
  }
  const [name = 'test-1'] = candidates
  await client.query(`SELECT pg_advisory_lock(${lock})`, [name])
  return released(client, name)
}

async function released(client: pg.Client, name: string): Promise<string> {
  ;(client as unknown as { connection: { stream: { unref(): void } } }).connection.stream.unref()
  const url = `${testServer('TEST_AMQP_URL').replace(/\/+$/, '')}/${name}`
  await eventually(() => declareTopology(url, { schedule: testRetrySchedule }).then(() => true), { timeoutMs: 30_000 })
  return url
}

async function emptyQueues(url: string): Promise<void> {
  const connection = await connect(url, { noDelay: true })
  try {
    const channel = await connection.createChannel()
    // Tiers first: a message that expires goes from its tier to the queue.
    const tiers = (queue: string) => tiersOf(testRetrySchedule).map((delay) => tierQueueName(queue, delay))
    for (const queue of queues.flatMap((name) => [...tiers(name), name, deadQueueName(name)])) {
      // Checking a queue costs much less than purging a replicated one.
      const { messageCount } = await channel.checkQueue(queue)
      if (messageCount > 0) await channel.purgeQueue(queue)
    }
    await channel.close()
  } finally {
    await connection.close()
  }
}

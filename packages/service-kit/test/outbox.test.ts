import { queueName } from '@guidebook/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokerConnection } from '../src/broker/connection.ts'
import { emit, outboxRows, storeInOutbox } from '../src/broker/index.ts'
import { claimWaiting, outboxBacklog } from '../src/broker/outbox-queries.ts'
import { createPublisher, type PublishingChannel } from '../src/broker/publisher.ts'
import { createRelay, publishBatch } from '../src/broker/relay.ts'
import { declareTopology, exchangeName } from '../src/broker/topology.ts'
import type { Database } from '../src/database/database.ts'
import { breakableProxy, eventually, testAccount, testRetrySchedule, testVirtualHost } from '../src/test/index.ts'
import { depthOf, Stack, silent, withChannel } from './fixture.ts'

const type = 'guidebook.changed.v1'
const queue = `releases.${type}`

const databases = new Stack()
let stack: Stack
let url: string
let sender: Database

beforeAll(async () => {
  sender = await databases.database('geodata')
})
beforeEach(async () => {
  stack = new Stack()
  url = await testVirtualHost('service-kit')
  await sender.knex.raw('TRUNCATE outbox')
})
afterEach(() => stack[Symbol.asyncDispose]())
afterAll(() => databases[Symbol.asyncDispose]())

const data = (version: number) => ({ account: 'a', guidebook: 'g', version })
const tell = (version: number) => sender.transaction((trx) => emit(trx, type, data(version)))
const tellMany = (count: number) =>
  sender.transaction((trx) =>
    storeInOutbox(trx, Array.from({ length: count }, (_, version) => outboxRows(type, data(version))).flat()),
  )
const relay = (through = url) =>
  stack.broker({ url: through, service: 'geodata', database: sender, relayBatch: 10 }).relay
const waiting = async () => (await sender.knex('outbox').count('* as count').first())?.count as number
const declareTestTopology = () => declareTopology(url, { schedule: testRetrySchedule })
/** Takes all messages from the queue and returns their ids in order. */
const delivered = () =>
  withChannel(url, async (channel) => {
    const ids: string[] = []
    for (;;) {
      const message = await channel.get(queue, { noAck: true })
      if (!message) return ids
      ids.push(message.properties.messageId)
    }
  })

test('a message of a transaction that was rolled back is not sent', async () => {
  await expect(
    sender.transaction(async (trx) => {
      await emit(trx, type, data(1))
      throw new Error('after all')
    }),
  ).rejects.toThrow('after all')
  expect(await waiting()).toBe(0)
})

test('the backlog is the number of waiting messages and the age of the oldest, and is empty afterwards', async () => {
  expect(await outboxBacklog(sender.knex)).toEqual({ depth: 0, ageSeconds: 0 })
  await tellMany(3)
  await sender.knex.raw(
    "UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE id = (SELECT min(id) FROM outbox)",
  )
  const { depth, ageSeconds } = await outboxBacklog(sender.knex)
  expect(depth).toBe(3)
  expect(Math.round(ageSeconds)).toBe(90)
})

test('a commit wakes the relay, and confirmed messages leave the outbox', async () => {
  const connection = brokerConnection({ url, name: 'woken relay', log: silent })
  const publisher = createPublisher({ connection })
  // A relay is woken by its connection, too: this one begins with a connection, finds nothing before the commit, and polls only after the test.
  const connect = async () => {
    await connection.hold()
    await connection.connectedWithin(60_000)
  }
  const { promise: foundNothing, resolve } = Promise.withResolvers<void>()
  const notice = ({ rows }: { rows: object[] }, { sql }: { sql: string }) => {
    if (sql.startsWith('SELECT 1 FROM outbox') && rows.length === 0) resolve()
  }
  sender.knex.on('query-response', notice)
  await stack.start(
    { name: 'connection', start: connect, stop: connection.release },
    createRelay({ service: 'geodata', database: sender, connection, publisher, log: silent, pollMs: 3_600_000 }),
  )
  await foundNothing
  sender.knex.off('query-response', notice)
  await tell(1)
  await eventually(async () => (await waiting()) === 0)
  expect(await delivered()).toHaveLength(1)
})

test('a full outbox is sent, each message once, in batches', async () => {
  await tellMany(124)
  await stack.start(relay())
  await eventually(async () => (await waiting()) === 0)
  const ids = await delivered()
  expect(ids).toHaveLength(124)
  expect(new Set(ids).size).toBe(124)
})

test('a message of a type that only a newer version knows waits for it, and others are sent', async () => {
  await sender.knex.raw(
    `INSERT INTO outbox (message_id, type, data) VALUES (gen_random_uuid(), 'guidebook.sung.v1', '{}')`,
  )
  await tell(1)
  await stack.start(relay())
  await eventually(async () => (await waiting()) === 1)
  expect(await delivered()).toHaveLength(1)
  expect(await sender.knex('outbox').select('type', 'attempts')).toEqual([{ type: 'guidebook.sung.v1', attempts: 0 }])
})

test('no claim returns more than 8 MB and one more message', async () => {
  const bytes = 900_000
  await sender.knex.raw(
    `INSERT INTO outbox (message_id, type, data) SELECT gen_random_uuid(), ?, to_json(repeat('x', ?)) FROM generate_series(1, 40)`,
    [type, bytes],
  )
  const claims: number[] = []
  const measure = ({ rows }: { rows: { data: string }[] }, { sql }: { sql: string }) => {
    if (sql.includes('SKIP LOCKED')) claims.push(rows.reduce((sum, { data }) => sum + data.length, 0))
  }
  sender.knex.on('query-response', measure)
  const connection = brokerConnection({ url, name: 'large messages', log: silent })
  // The broker need not store 36 MB.
  const channel: PublishingChannel = { publish: async (messages) => messages.map(() => 'confirmed') }
  const publisher = { open: async () => channel, close: () => undefined }
  await stack.start(
    createRelay({ service: 'geodata', database: sender, connection, publisher, log: silent, pollMs: 5 }),
  )
  await eventually(async () => (await waiting()) === 0)
  sender.knex.off('query-response', measure)
  expect(Math.max(...claims)).toBeLessThanOrEqual(8_000_000 + bytes + 2)
  expect(claims.reduce((sum, claimed) => sum + claimed)).toBe(40 * (bytes + 2))
})

test('a claim returns the messages that have waited longest, in their order', async () => {
  await tellMany(3)
  await sender.knex.raw(
    "UPDATE outbox SET retry_at = retry_at - interval '1 s' WHERE id = (SELECT max(id) FROM outbox)",
  )
  const ids: string[] = await sender.knex('outbox').orderBy(['retry_at', 'id']).pluck('message_id')
  expect((await sender.transaction((trx) => claimWaiting(trx, 10))).map(({ id }) => id)).toEqual(ids)
})

test('two relays at once send each message once', async () => {
  await tellMany(200)
  await stack.start(relay(), relay())
  await eventually(async () => (await waiting()) === 0)
  const ids = await delivered()
  expect(new Set(ids).size).toBe(200)
  expect(ids).toHaveLength(200)
})

test('a row that another transaction has not committed yet is not skipped', async () => {
  await stack.start(relay())
  const slow = await sender.knex.transaction()
  await emit(slow, type, data(1))
  await tell(2)
  await eventually(async () => (await depthOf(url, queue)) === 1)
  await slow.commit()
  await eventually(async () => (await depthOf(url, queue)) === 2)
})

test('messages of a relay that dies before its commit are sent again with the same ids', async () => {
  await tell(1)
  const connection = brokerConnection({ url, name: 'dying relay', log: silent })
  await connection.hold()
  await connection.connectedWithin(5_000)
  const publisher = createPublisher({ connection })
  // The steps of a relay that dies: its database session ends without a commit.
  const trx = await sender.knex.transaction()
  const batch = await claimWaiting(trx, 10)
  expect(await publishBatch(await publisher.open(), batch)).toEqual(['confirmed'])
  const { rows } = await trx.raw('SELECT pg_backend_pid() AS pid')
  await stack.start(relay())
  expect(await depthOf(url, queue)).toBe(1)
  await sender.knex.raw('SELECT pg_terminate_backend(?)', [rows[0].pid])
  await eventually(async () => (await waiting()) === 0)
  await trx.rollback().catch(() => undefined)
  await connection.release()
  const ids = await delivered()
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

describe('a broker that fails', () => {
  test('a message without a queue is kept, and sent when its queue exists again', async () => {
    await stack.start(relay())
    await tell(1)
    await eventually(async () => (await depthOf(url, queue)) === 1)
    await withChannel(url, (channel) => channel.deleteQueue(queue))
    await tell(2)
    const row = await eventually(() => sender.knex('outbox').where('attempts', '>', 0).first())
    expect(row.last_error).toBe('unroutable')
    await declareTestTopology()
    await sender.knex('outbox').update({ retry_at: sender.knex.fn.now() })
    await eventually(async () => (await waiting()) === 0)
    expect(await delivered()).toHaveLength(1)
  })

  test('a message for several subscribers is kept until the queue of each has it', async () => {
    const account = 'account.changed.v1'
    const missing = queueName('webhooks', account)
    await withChannel(url, (channel) => channel.deleteQueue(missing))
    try {
      await sender.transaction((trx) => emit(trx, account, testAccount()))
      await stack.start(relay())
      const row = await eventually(() => sender.knex('outbox').where('attempts', '>', 0).first())
      expect(row.last_error).toBe('unroutable')
    } finally {
      await declareTestTopology()
    }
    await sender.knex('outbox').update({ retry_at: sender.knex.fn.now() })
    await eventually(async () => (await waiting()) === 0)
    expect(await depthOf(url, missing)).toBe(1)
    expect(await depthOf(url, queueName('releases', account))).toBe(2)
  })

  test('a message that the broker refuses is kept and sent later', async () => {
    await withChannel(url, async (channel) => {
      await channel.unbindQueue(queue, exchangeName('geodata'), queue)
      await channel.assertQueue('full', {
        durable: true,
        arguments: { 'x-max-length': 0, 'x-overflow': 'reject-publish' },
      })
      await channel.bindQueue('full', exchangeName('geodata'), queue)
    })
    try {
      await stack.start(relay())
      await tell(1)
      const row = await eventually(() => sender.knex('outbox').where('attempts', '>', 0).first())
      expect(row.last_error).toBe('refused')
    } finally {
      await withChannel(url, (channel) => channel.deleteQueue('full'))
      await declareTestTopology()
    }
  })

  test('a connection that breaks repeatedly loses no message', async () => {
    const proxy = stack.use(await breakableProxy(url))
    await tellMany(400)
    const all = (await sender.knex('outbox').pluck('message_id')) as string[]
    await stack.start(relay(proxy.url))
    for (const limit of [360, 240, 120]) {
      await eventually(async () => (await waiting()) < limit)
      proxy.cut()
    }
    await eventually(async () => (await waiting()) === 0)
    expect(new Set(await delivered())).toEqual(new Set(all))
  })

  test('messages wait in the outbox while the broker is unreachable, and are sent afterwards', async () => {
    const proxy = stack.use(await breakableProxy(url))
    proxy.down()
    await stack.start(relay(proxy.url))
    for (const version of [1, 2, 3]) await tell(version)
    expect(await waiting()).toBe(3)
    proxy.up()
    await eventually(async () => (await waiting()) === 0)
  })

  test('no message is claimed while the broker blocks publishing', async () => {
    const connection = brokerConnection({ url, name: 'blocked', log: silent })
    let blocked = true
    let changed: () => void = () => undefined
    const blocking = {
      ...connection,
      get connected() {
        return connection.connected
      },
      get blocked() {
        return blocked
      },
      onChange: (listener: () => void) => {
        changed = listener
        connection.onChange(listener)
      },
    }
    await stack.start(
      createRelay({
        service: 'geodata',
        database: sender,
        connection: blocking,
        publisher: createPublisher({ connection: blocking }),
        log: silent,
        pollMs: 5,
      }),
    )
    await connection.connectedWithin(5_000)
    await tell(1)
    const checks = Array.from({ length: 10 })
    for (const _ of checks) await sender.knex.raw('select 1 from outbox for update')
    expect(await waiting()).toBe(1)
    blocked = false
    changed()
    await eventually(async () => (await waiting()) === 0)
  })
})

test('a relay stops immediately while the broker is unreachable', async () => {
  const proxy = stack.use(await breakableProxy(url))
  proxy.down()
  const stopped = relay(proxy.url)
  await stopped.start?.()
  await tell(1)
  await stopped.stop?.()
  expect(await waiting()).toBe(1)
})

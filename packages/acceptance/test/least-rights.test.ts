/** Tries what an attacker could do to other services with one service's role in the database and its user at the broker. */
import { randomUUID } from 'node:crypto'
import { type MessageType, messages, queueName, serviceNames } from '@guidebook/contracts'
import { type ChannelModel, type ConfirmChannel, type ConsumeMessage, connect, type Options } from 'amqplib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SystemHandle } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'

let system: SystemHandle
beforeAll(async () => {
  system = await sharedSystem()
}, 900_000)

describe('in PostgreSQL', () => {
  const withClient = async <T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const asService = <T>(service: string, work: (client: pg.Client) => Promise<T>) =>
    withClient(system.describe().databases[service] ?? '', work)
  /** The SQLSTATE of a failed statement, or `done`. */
  const outcomeOf = (client: pg.Client, sql: string): Promise<string> =>
    client.query(sql).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )
  const permissionDenied = '42501'
  let tables: { schema: string; name: string }[]

  beforeAll(async () => {
    const { databaseUrl } = system.describe()
    const url = new URL(databaseUrl ?? '')
    url.pathname = '/guidebook'
    const { rows } = await withClient(url.href, (client) =>
      client.query(`SELECT schemaname AS schema, tablename AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`),
    )
    tables = rows
  })

  it('every table is in the schema of a service, and every service has some', () => {
    expect([...new Set(tables.map(({ schema }) => schema))].sort()).toEqual([...serviceNames].sort())
  })

  it.each(serviceNames)('%s reads all its own tables, and no other service’s', async (service) => {
    const seen = await asService(service, async (client) => {
      const outcomes: [string, string][] = []
      for (const { schema, name } of tables) {
        const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
        outcomes.push([`${schema}.${name}`, await outcomeOf(client, `SELECT * FROM ${table} LIMIT 1`)])
      }
      return outcomes
    })
    expect(seen).toEqual(
      tables.map(({ schema, name }) => [`${schema}.${name}`, schema === service ? 'done' : permissionDenied]),
    )
  })

  it.each(serviceNames)(
    '%s cannot change another service’s tables, create tables in its schema, or become its role',
    async (service) => {
      const tried = await asService(service, async (client) => {
        const outcomes = new Set<string>()
        for (const other of serviceNames.filter((name) => name !== service)) {
          const { name } = tables.find(({ schema }) => schema === other) ?? { name: '' }
          for (const sql of [
            `DELETE FROM ${other}."${name}"`,
            `TRUNCATE ${other}."${name}"`,
            `CREATE TABLE ${other}.intruder (x int)`,
            `CREATE TABLE ours (LIKE ${other}."${name}")`,
            `GRANT USAGE ON SCHEMA ${other} TO ${service}`,
            `SET ROLE ${other}`,
            `ALTER ROLE ${other} PASSWORD 'x'`,
          ])
            outcomes.add(await outcomeOf(client, sql))
        }
        return [...outcomes]
      })
      expect(tried).toEqual([permissionDenied])
    },
  )

  it.each(serviceNames)('%s has no rights outside its schema', async (service) => {
    const { rows } = await asService(service, (client) =>
      client.query(`SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
          (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
        FROM pg_roles r WHERE rolname = current_user`),
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        memberships: 0,
      },
    ])
  })
})

describe('at the broker', () => {
  const queues = Object.values(messages).flatMap(({ type, source, subscribers }) =>
    subscribers.map((subscriber) => ({ type, source, subscriber, name: queueName(subscriber, type) })),
  )
  const withRelatedQueues = (name: string) => [name, `${name}.dead`, `${name}.retry.5s`]
  const ownExchange = (service: string) => `guidebook.${service}`
  const accessRefused = 403
  const preconditionFailed = 406

  type Outcome = number | 'done' | 'unroutable'

  /**
   * The reply code of a refusal, `unroutable`, or `done`. Each attempt has its own channel, because a refusal closes it. Closing is slow, so
   * callers run many attempts concurrently.
   */
  const outcomeOf = async (
    connection: ChannelModel,
    attempt: (channel: ConfirmChannel) => Promise<unknown>,
  ): Promise<Outcome> => {
    const channel = await connection.createConfirmChannel()
    let returned = false
    channel.on('return', () => {
      returned = true
    })
    const refused = new Promise<number>((resolve) =>
      channel.once('error', (error: { code?: number }) => resolve(error.code ?? 0)),
    )
    const done = attempt(channel).then(
      async () => {
        await channel.close()
        return returned ? ('unroutable' as const) : ('done' as const)
      },
      // The channel's `error` event contains the reply code.
      () => refused,
    )
    return await Promise.race([done, refused])
  }
  const publishing = async (
    connection: ChannelModel,
    exchange: string,
    routingKey: string,
    content = '{}',
    properties: Options.Publish = {},
  ) =>
    outcomeOf(connection, async (channel) => {
      channel.publish(exchange, routingKey, Buffer.from(content), { mandatory: true, ...properties })
      await channel.waitForConfirms()
    })
  const connected = async <T>(url: string | undefined, work: (connection: ChannelModel) => Promise<T>): Promise<T> => {
    const connection = await connect(url ?? '', { noDelay: true })
    try {
      return await work(connection)
    } finally {
      await connection.close()
    }
  }
  const asService = <T>(service: string, work: (connection: ChannelModel) => Promise<T>): Promise<T> =>
    connected(system.describe().brokers[service], work)
  const asAdmin = <T>(work: (connection: ChannelModel) => Promise<T>): Promise<T> =>
    connected(system.describe().amqpUrl, work)

  it.each(serviceNames)('%s takes no message from another service’s queue', async (service) => {
    const others = queues
      .filter(({ subscriber }) => subscriber !== service)
      .flatMap(({ name }) => withRelatedQueues(name))
    await asService(service, async (connection) => {
      const attempts = others.map(async (queue) => {
        const outcomes = await Promise.all([
          outcomeOf(connection, (channel) => channel.get(queue)),
          outcomeOf(connection, (channel) => channel.consume(queue, () => undefined)),
          outcomeOf(connection, (channel) => channel.purgeQueue(queue)),
        ])
        expect(outcomes, queue).toEqual([accessRefused, accessRefused, accessRefused])
      })
      await Promise.all(attempts)
    })
  })

  it.each(serviceNames)('%s neither declares, binds nor deletes any queue or exchange', async (service) => {
    const names = [...queues.flatMap(({ name }) => withRelatedQueues(name)), `${service}.own`, 'unused-name']
    const own = ownExchange(service)
    await asService(service, async (connection) => {
      const attempts = names.map(async (queue) => {
        const outcomes = await Promise.all([
          outcomeOf(connection, (channel) => channel.assertQueue(queue, { durable: true })),
          outcomeOf(connection, (channel) => channel.deleteQueue(queue)),
          outcomeOf(connection, (channel) => channel.bindQueue(queue, own, queue)),
          outcomeOf(connection, (channel) => channel.unbindQueue(queue, own, queue)),
        ])
        expect(outcomes, queue).toEqual([accessRefused, accessRefused, accessRefused, accessRefused])
      })
      await Promise.all(attempts)
      const created = await outcomeOf(connection, (channel) => channel.assertExchange(`${service}.own`, 'fanout'))
      expect(created).toBe(accessRefused)
      for (const exchange of serviceNames.map(ownExchange)) {
        const outcomes = await Promise.all([
          outcomeOf(connection, (channel) => channel.assertExchange(exchange, 'direct', { durable: true })),
          outcomeOf(connection, (channel) => channel.deleteExchange(exchange)),
          outcomeOf(connection, (channel) => channel.bindExchange(exchange, own, 'x')),
          outcomeOf(connection, (channel) => channel.bindExchange(own, exchange, 'x')),
        ])
        expect(outcomes, exchange).toEqual([accessRefused, accessRefused, accessRefused, accessRefused])
      }
    })
  })

  it.each(serviceNames)('%s publishes only to its own exchange', async (service) => {
    const exchanges = [
      ...serviceNames.filter((name) => name !== service).map(ownExchange),
      ...['', 'amq.topic', 'amq.fanout', 'amq.direct', 'amq.headers', 'guidebook.messages'],
    ]
    const keys = queues.flatMap(({ name }) => withRelatedQueues(name))
    await asService(service, async (connection) => {
      for (const exchange of exchanges) {
        const outcomes = await Promise.all(keys.map((key) => publishing(connection, exchange, key)))
        expect(new Set(outcomes), exchange).toEqual(new Set([accessRefused]))
      }
    })
  })

  it.each(serviceNames)(
    '%s reaches another service’s queue only with messages that it subscribes to',
    async (service) => {
      const others = queues.filter(({ subscriber, source }) => subscriber !== service && source !== service)
      const subscribed = queues.filter(({ source }) => source === service)
      const keys = [
        ...others.flatMap(({ name }) => withRelatedQueues(name)),
        ...subscribed.flatMap(({ name }) => withRelatedQueues(name).slice(1)),
      ]
      await asService(service, async (connection) => {
        const outcomes = await Promise.all(keys.map((key) => publishing(connection, ownExchange(service), key)))
        expect(new Set(outcomes)).toEqual(new Set(['unroutable']))
      })
    },
  )

  it.each(serviceNames)('%s cannot publish as another service’s broker user', async (service) => {
    const [queue] = queues.filter(({ source, subscriber }) => source === service || subscriber === service)
    await asService(service, async (connection) => {
      for (const userId of [...serviceNames.filter((name) => name !== service), 'local']) {
        const outcome = await publishing(connection, ownExchange(service), queue?.name ?? '', '{}', { userId })
        expect(outcome, userId).toBe(preconditionFailed)
      }
    })
  })

  describe('a message that was not sent by its source', () => {
    const event = (id: string, type: MessageType, source: string, data: unknown = {}) =>
      JSON.stringify({ specversion: '1.0', id, source: `/${source}`, type, time: new Date().toISOString(), data })
    /** Waits for the message among the dead letters of the queue, removes it and returns its reason. */
    const deadLetterReason = (id: string, queue: string) =>
      asAdmin(async (connection) => {
        const channel = await connection.createChannel()
        const { promise, resolve } = Promise.withResolvers<ConsumeMessage>()
        await channel.consume(`${queue}.dead`, (message) => message?.content.includes(id) && resolve(message))
        const dead = await promise
        channel.ack(dead)
        await channel.close()
        const { headers } = dead.properties
        return `${headers?.['x-dead-reason']}: ${headers?.['x-dead-error']}`
      })
    const createRelease = (account: string) => ({
      account,
      commandId: randomUUID(),
      onExistingCode: 'report',
      request: {},
    })
    const handledCount = async (id: string) =>
      (await releasesDatabase.query('SELECT 1 FROM inbox WHERE message_id = $1', [id])).rowCount
    const commands = queueName('releases', 'release.create-requested.v1')
    let releasesDatabase: pg.Client

    beforeAll(async () => {
      releasesDatabase = new pg.Client({ connectionString: system.describe().databases.releases })
      await releasesDatabase.connect()
    })
    afterAll(() => releasesDatabase?.end())

    it.each(queues.map((queue) => [queue.source, queue.name, queue] as const))(
      'of %s with a forged type or source has no effect in %s',
      async (service, name, { type }) => {
        const otherType = type === 'release.shared.v1' ? 'build.failed.v1' : 'release.shared.v1'
        const forged = [
          [otherType, messages[otherType].source],
          [type, service === 'importer' ? 'releases' : 'importer'],
        ] as const
        for (const [claimedType, claimedSource] of forged) {
          const id = randomUUID()
          const content = event(id, claimedType, claimedSource)
          const properties = { userId: service, persistent: true }
          const outcome = await asService(service, (connection) =>
            publishing(connection, ownExchange(service), name, content, properties),
          )
          expect(outcome).toBe('done')
          expect(await deadLetterReason(id, name)).toMatch(
            /^malformed: the message (type does not belong to its queue|source does not belong to its type)/,
          )
        }
      },
    )

    it.each([
      ['without a user', {}],
      ['with the administrator’s user', { userId: 'local' }],
      ['with a claim that it was forwarded', { userId: 'local', headers: { 'x-sender': 'importer' } }],
    ])('is dead-lettered %s even when the broker accepts it', async (_what, properties) => {
      const id = randomUUID()
      const content = event(id, 'release.create-requested.v1', 'importer', createRelease(randomUUID()))
      const outcome = await asAdmin((connection) =>
        publishing(connection, ownExchange('importer'), commands, content, properties),
      )
      expect(outcome).toBe('done')
      expect(await deadLetterReason(id, commands)).toMatch(
        /^malformed: the message was not sent by the broker user of its source/,
      )
      expect(await handledCount(id)).toBe(0)
    })

    it('has no effect when support redrives it from the dead letters', async () => {
      const id = randomUUID()
      const content = event(id, 'release.create-requested.v1', 'importer', createRelease(randomUUID()))
      await asAdmin((connection) => publishing(connection, '', `${commands}.dead`, content))
      const { adminUrl, adminToken } = system.describe()
      const redrive = await fetch(`${adminUrl}/admin/dead-letters/${commands}/redrive`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}` },
      })
      expect(await redrive.json()).toMatchObject({ redriven: 1 })
      expect(await deadLetterReason(id, commands)).toMatch(
        /^malformed: the message was not sent by the broker user of its source/,
      )
      expect(await handledCount(id)).toBe(0)
    })
  })

  it.each(serviceNames)('%s cannot connect to another virtual host', async (service) => {
    const otherHost = new URL(system.describe().brokers[service] ?? '')
    otherHost.pathname = '/%2f'
    await expect(connect(otherHost.href)).rejects.toThrow(/ConnectionClose/)
  })
})

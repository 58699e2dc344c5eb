/** What a service could do to the others if it were taken over: its role in the database and its user at the broker, tried out. */
import { messages, queueName, serviceNames } from '@guidebook/contracts'
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StandingSystem } from '../src/running-system.ts'
import { sharedSystem } from '../src/shared-system.ts'

let system: StandingSystem
beforeAll(async () => {
  system = await sharedSystem()
}, 300_000)

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
  /** What the server says to a statement: its SQLSTATE, or that it went well. */
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

  it.each(serviceNames)('%s reads all tables of its own, and none of another', async (service) => {
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

  it.each(serviceNames)('%s changes, makes and becomes nothing of another', async (service) => {
    const tried = await asService(service, async (client) => {
      const outcomes = new Set<string>()
      for (const foreign of serviceNames.filter((name) => name !== service)) {
        const { name } = tables.find(({ schema }) => schema === foreign) ?? { name: '' }
        for (const sql of [
          `DELETE FROM ${foreign}."${name}"`,
          `TRUNCATE ${foreign}."${name}"`,
          `CREATE TABLE ${foreign}.intruder (x int)`,
          `CREATE TABLE ours (LIKE ${foreign}."${name}")`,
          `GRANT USAGE ON SCHEMA ${foreign} TO ${service}`,
          `SET ROLE ${foreign}`,
          `ALTER ROLE ${foreign} PASSWORD 'x'`,
        ])
          outcomes.add(await outcomeOf(client, sql))
      }
      return [...outcomes]
    })
    expect(tried).toEqual([permissionDenied])
  })

  it.each(serviceNames)('%s has no right beyond its schema', async (service) => {
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
  const all = Object.values(messages)
  const queues = all.flatMap(({ type, source, subscribers }) =>
    subscribers.map((subscriber) => ({ source, subscriber, name: queueName(subscriber, type) })),
  )
  const withTails = (name: string) => [name, `${name}.dead`, `${name}.retry.5s`]
  const accessRefused = 403

  /**
   * What the broker answers when a service tries: 403 when it may not. Each try has a channel, since a refusal closes it. The
   * broker takes its time to close one, so that many are tried at once.
   */
  const outcomeOf = async (
    connection: ChannelModel,
    attempt: (channel: ConfirmChannel) => Promise<unknown>,
  ): Promise<number | 'done'> => {
    const channel = await connection.createConfirmChannel()
    const refused = new Promise<number>((resolve) =>
      channel.once('error', (error: { code?: number }) => resolve(error.code ?? 0)),
    )
    const done = attempt(channel).then(
      async () => {
        await channel.close()
        return 'done' as const
      },
      // The channel's own event says which refusal it was.
      () => refused,
    )
    return await Promise.race([done, refused])
  }
  const asService = async <T>(service: string, work: (connection: ChannelModel) => Promise<T>): Promise<T> => {
    const connection = await connect(system.brokerUrl(service), { noDelay: true })
    try {
      return await work(connection)
    } finally {
      await connection.close()
    }
  }

  it.each(serviceNames)('%s takes no message out of a queue of another', async (service) => {
    const foreign = queues.filter(({ subscriber }) => subscriber !== service).flatMap(({ name }) => withTails(name))
    await asService(service, async (connection) => {
      const tries = foreign.map(async (queue) => {
        const outcomes = await Promise.all([
          outcomeOf(connection, (channel) => channel.get(queue)),
          outcomeOf(connection, (channel) => channel.consume(queue, () => undefined)),
          outcomeOf(connection, (channel) => channel.purgeQueue(queue)),
        ])
        expect(outcomes, queue).toEqual([accessRefused, accessRefused, accessRefused])
      })
      await Promise.all(tries)
    })
  })

  it.each(serviceNames)('%s neither makes, ties nor removes a queue that it has no part in', async (service) => {
    const foreign = queues.filter(({ subscriber, source }) => subscriber !== service && source !== service)
    const names = [...foreign.flatMap(({ name }) => withTails(name)), 'of-nobody']
    await asService(service, async (connection) => {
      const tries = names.map(async (queue) => {
        const outcomes = await Promise.all([
          outcomeOf(connection, (channel) => channel.assertQueue(queue, { durable: true })),
          outcomeOf(connection, (channel) => channel.deleteQueue(queue)),
          outcomeOf(connection, (channel) => channel.bindQueue(queue, 'guidebook.messages', 'x')),
        ])
        expect(outcomes, queue).toEqual([accessRefused, accessRefused, accessRefused])
      })
      await Promise.all(tries)
    })
  })

  it.each(serviceNames)('%s publishes to no exchange but the messages’', async (service) => {
    await asService(service, async (connection) => {
      for (const exchange of ['amq.topic', 'amq.fanout', 'amq.direct']) {
        const published = await outcomeOf(connection, async (channel) => {
          channel.publish(exchange, 'x', Buffer.from('{}'))
          await channel.waitForConfirms()
        })
        expect(published, exchange).toBe(accessRefused)
      }
      const made = await outcomeOf(connection, (channel) => channel.assertExchange('mine', 'fanout'))
      expect(made).toBe(accessRefused)
    })
  })

  it.each(serviceNames)('%s hears its own queues, and is let into no other virtual host', async (service) => {
    const own = queues.filter(({ subscriber }) => subscriber === service)
    await asService(service, async (connection) => {
      for (const { name } of own) {
        expect(await outcomeOf(connection, (channel) => channel.checkQueue(name)), name).toBe('done')
      }
    })
    const elsewhere = new URL(system.brokerUrl(service))
    elsewhere.pathname = '/%2f'
    await expect(connect(elsewhere.href)).rejects.toThrow(/ConnectionClose/)
  })
})

import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { emit } from '../../src/broker/index.ts'
import type { Database } from '../../src/database/database.ts'
import { testVirtualHost } from '../../src/test/index.ts'
import { Stack, withChannel } from '../fixture.ts'

export const type = 'guidebook.changed.v1'
export const queue = `releases.${type}`
export const someId = '01a1fda5-4465-71d8-aa95-fb74abf8f3e6'
/** Pauses during an outage, milliseconds. */
export const quickly = { firstMs: 10, longestMs: 40 }

type BrokerOptions = Partial<Parameters<Stack['broker']>[0]>

/** Geodata sends, releases receives: two databases for the test file, and a virtual host for each test. */
export const theBus = () => {
  const databases = new Stack()
  const present = {} as { stack: Stack; url: string; sender: Database; receiver: Database }
  beforeAll(async () => {
    present.sender = await databases.database('geodata')
    present.receiver = await databases.database('releases')
  })
  beforeEach(async () => {
    present.stack = new Stack()
    present.url = await testVirtualHost('service-kit')
    const both = [present.sender, present.receiver]
    await Promise.all(both.map(({ knex }) => knex.raw('TRUNCATE outbox, inbox, counters')))
  })
  afterEach(() => present.stack[Symbol.asyncDispose]())
  afterAll(() => databases[Symbol.asyncDispose]())

  return Object.assign(present, {
    /** The receiver's broker. */
    broker: (options: BrokerOptions = {}) =>
      present.stack.broker({ url: present.url, service: 'releases', database: present.receiver, ...options }),
    /** Sends the messages of the sender's outbox. */
    relay: () => present.stack.broker({ url: present.url, service: 'geodata', database: present.sender }).relay,
    tell: (version: number) =>
      present.sender.transaction((trx) => emit(trx, type, { account: 'a', guidebook: 'g', version }, { subject: 'g' })),
    publishRaw: (content: string, headers = {}) =>
      withChannel(present.url, async (channel) => {
        channel.sendToQueue(queue, Buffer.from(content), { persistent: true, headers })
        await channel.waitForConfirms()
      }),
    /** How often `countUp` took effect. */
    countOf: async (): Promise<number> => (await present.receiver.knex('counters').first('value'))?.value ?? 0,
  })
}

export const countUp = async (knex: Knex) => {
  await knex.raw(
    "INSERT INTO counters VALUES ('handled', 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
  )
}

export const envelope = (id: string, overrides = {}) =>
  JSON.stringify({
    specversion: '1.0',
    id,
    source: '/geodata',
    type,
    time: new Date().toISOString(),
    data: { account: 'a', guidebook: 'g', version: 1 },
    ...overrides,
  })

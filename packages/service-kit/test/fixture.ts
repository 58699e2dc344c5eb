import type { ServiceName } from '@guidebook/contracts'
import { connect } from 'amqplib'
import { pino } from 'pino'
import { type Broker, type BrokerOptions, createBroker } from '../src/broker/broker.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import type { Component } from '../src/lifecycle/component.ts'
import { testDatabase, testRetrySchedule } from '../src/test/index.ts'

export const silent = pino({ level: 'silent' })
export const migrations = new URL('./migrations/', import.meta.url)

/** The resources of a test, closed in reverse order at its end. */
export class Stack {
  readonly #stack = new AsyncDisposableStack()

  async database(service: ServiceName): Promise<Database> {
    const { url } = this.#stack.use(await testDatabase(service, migrations))
    const database = openDatabase({ url, schema: service, service })
    this.#stack.defer(() => database.component.stop?.())
    return database
  }

  broker(options: Pick<BrokerOptions, 'url' | 'service' | 'database'> & Partial<BrokerOptions>): Broker {
    return createBroker({ log: silent, retrySchedule: testRetrySchedule, ...options })
  }

  async start(...components: Component[]): Promise<void> {
    for (const component of components) {
      await component.start?.()
      this.#stack.defer(() => component.stop?.())
    }
  }

  use<T extends AsyncDisposable>(thing: T): T {
    return this.#stack.use(thing)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync()
  }
}

/** The address that a database was opened with. */
export const urlOf = (database: Database): string => database.knex.client.config.connection.connectionString

/** The number of messages in a queue. */
export async function depthOf(url: string, queue: string): Promise<number> {
  return await withChannel(url, async (channel) => (await channel.checkQueue(queue)).messageCount)
}

type Channel = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['createConfirmChannel']>>

/** A channel beside the program's own. */
export async function withChannel<T>(url: string, work: (channel: Channel) => Promise<T>): Promise<T> {
  const connection = await connect(url)
  try {
    const channel = await connection.createConfirmChannel()
    // An error that closes the channel also rejects its pending call.
    channel.on('error', () => undefined)
    return await work(channel)
  } finally {
    await connection.close()
  }
}

import { EventEmitter } from 'node:events'
import knexFactory, { type Knex } from 'knex'
import type { Logger } from 'pino'
import type { HealthCheck } from '../health.ts'
import type { Component } from '../lifecycle/component.ts'
import { connectionConfig } from './connection.ts'
import { runTransaction } from './transaction.ts'

export interface DatabaseOptions {
  url: string
  schema: string
  service: string
  /** Most connections of this process; two are for the relay. */
  poolMax?: number
  statementTimeoutMs?: number
  log?: Logger
}

export interface Database {
  knex: Knex
  schema: string
  component: Component
  check: HealthCheck
  /**
   * Runs the work in one transaction and commits it. A serialization failure or deadlock is tried again, so the work must have no
   * effect outside of the transaction; other errors roll back and are thrown. After a commit in which `emit` was called the relay is woken.
   */
  transaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>
  /** Says that outbox rows were committed past `transaction` (a statement that wrote them itself). */
  wakeRelay(): void
  /** Called after each commit that left rows in the outbox; answers how to stop that. */
  onEmitted(listener: () => void): () => void
}

/** One pool for one service. Connections are opened when they are needed, so this succeeds while the server is away. */
export function openDatabase({
  url,
  schema,
  service,
  poolMax = 12,
  statementTimeoutMs = 30_000,
  log,
}: DatabaseOptions): Database {
  const knex = knexFactory({
    client: 'pg',
    connection: connectionConfig({
      url,
      schema,
      applicationName: service,
      statementTimeoutMs,
    }) as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolMax },
    acquireConnectionTimeout: 10_000,
    // Values are other people's data: they must not come back in error messages, which are logged.
    compileSqlOnError: false,
    // Knex would write to standard output. What fails is thrown as well, so that it is reported by who can judge it.
    log: {
      warn: (message) => log?.debug({ knex: String(message) }, 'database library warns'),
      error: (message) => log?.debug({ knex: String(message) }, 'database library reports an error'),
      deprecate: (method, alternative) => log?.warn({ method, alternative }, 'database library deprecates'),
      debug: () => undefined,
    },
  })
  const events = new EventEmitter()
  const wakeRelay = () => events.emit('emitted')
  return {
    knex,
    schema,
    component: { name: 'database', stop: () => knex.destroy() },
    check: { name: 'database', check: async () => void (await knex.raw('select 1')) },
    transaction: (work) => runTransaction(knex, work, wakeRelay),
    wakeRelay,
    onEmitted: (listener) => {
      events.on('emitted', listener)
      return () => events.off('emitted', listener)
    },
  }
}

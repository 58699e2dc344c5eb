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
  /** Most connections of this process; the relay uses two. */
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
   * Runs the work in one transaction and commits it. It is repeated after a serialization failure or deadlock, so the work must have no effect
   * outside of the transaction. Other errors roll back and are thrown. A commit after `emit` wakes the relay.
   */
  transaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>
  /** Wakes the relay after a statement that wrote outbox rows without `transaction`. */
  wakeRelay(): void
  /** Calls the listener after each commit that left rows in the outbox; returns a function that removes it. */
  onEmitted(listener: () => void): () => void
}

/** The connection pool of a service. Connections are opened on demand, so this succeeds while the server is unreachable. */
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
    // Error messages are logged, so they must not contain values, which are personal data.
    compileSqlOnError: false,
    // Knex would write to standard output. Errors are thrown as well, and reported by the caller.
    log: {
      warn: (message) => log?.debug({ knex: String(message) }, 'knex warning'),
      error: (message) => log?.debug({ knex: String(message) }, 'knex error'),
      deprecate: (method, alternative) => log?.warn({ method, alternative }, 'knex deprecation'),
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

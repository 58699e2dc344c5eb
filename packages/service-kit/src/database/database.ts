import { EventEmitter } from 'node:events'
import knexFactory, { type Knex } from 'knex'
import type { HealthCheck } from '../health.ts'
import type { Component } from '../lifecycle/component.ts'
import { connectionConfig } from './connection.ts'
import { observePool } from './pool-metrics.ts'
import { runTransaction } from './transaction.ts'

interface DatabaseOptions {
  url: string
  schema: string
  service: string
  /** Most connections of this process; the relay uses two. */
  poolMax?: number
}

/** Longest time of a statement. */
const statementTimeoutMs = 30_000

export type Database = ReturnType<typeof openDatabase>

/** The connection pool of a service. Connections are opened on demand, so this succeeds while the server is unreachable. */
export function openDatabase({ url, schema, service, poolMax = 12 }: DatabaseOptions) {
  const connection = connectionConfig(url, { schema, applicationName: service, statementTimeoutMs })
  const ignore = () => undefined
  const knex = knexFactory({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolMax },
    acquireConnectionTimeout: 10_000,
    // Error messages are logged, so they must not contain values, which are personal data.
    compileSqlOnError: false,
    // Knex would write to standard output. Errors are thrown as well, and reported by the caller.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  })
  observePool(knex)
  const events = new EventEmitter()
  const wakeRelay = (): void => void events.emit('emitted')
  const component: Component = { name: 'database', stop: () => knex.destroy() }
  const check: HealthCheck = { name: 'database', check: async () => void (await knex.raw('select 1')) }
  return {
    knex: knex as Knex,
    schema,
    component,
    check,
    /**
     * Runs the work in one transaction and commits it. It is repeated after a serialization failure or deadlock, so the work must have no effect
     * outside of the transaction. Other errors roll back and are thrown. A commit after `emit` wakes the relay.
     */
    transaction: <T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T> => runTransaction(knex, work, wakeRelay),
    /** Wakes the relay after a statement that wrote outbox rows without `transaction`. */
    wakeRelay,
    /** Calls the listener after each commit that left rows in the outbox; returns a function that removes it. */
    onEmitted: (listener: () => void): (() => void) => {
      events.on('emitted', listener)
      return () => void events.off('emitted', listener)
    },
  }
}

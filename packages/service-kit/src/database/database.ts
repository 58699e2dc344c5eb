import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import knexFactory, { type Knex } from 'knex'
import type pg from 'pg'
import type { HealthCheck } from '../health.ts'
import type { Component } from '../lifecycle/component.ts'
import { FairSemaphore } from '../share/fair-semaphore.ts'
import { connectionConfig } from './connection.ts'
import { observePool } from './pool-metrics.ts'
import { runTransaction } from './transaction.ts'

interface DatabaseOptions {
  url: string
  schema: string
  service: string
  /** Most connections of this process; the relay uses two. */
  poolMax?: number
  /** After this silence a connection is closed, milliseconds. */
  silenceMs?: number
}

/** Longest time of a statement. */
const statementTimeoutMs = 30_000

/** After its own limits the server ends a statement or an idle transaction. When it says nothing for longer, it is gone. */
const longestSilenceMs = statementTimeoutMs + 10_000

/** Longest wait for a connection. */
const acquireMs = 10_000

export type Database = ReturnType<typeof openDatabase>

/** The connection pool of a service. Connections are opened on demand, so this succeeds while the server is unreachable. */
export function openDatabase({ url, schema, service, poolMax = 12, silenceMs = longestSilenceMs }: DatabaseOptions) {
  const connection = connectionConfig(url, { schema, applicationName: service, statementTimeoutMs })
  const ignore = () => undefined
  const knex = knexFactory({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    pool: { min: 0, max: poolMax, afterCreate: endSilent(silenceMs) },
    acquireConnectionTimeout: acquireMs,
    // Error messages are logged, so they must not contain values, which are personal data.
    compileSqlOnError: false,
    // Knex would write to standard output. Errors are thrown as well, and reported by the caller.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  })
  observePool(knex)
  // All requests of an account may wait for the lock of one row, each with a connection. Then the others still get connections.
  const perOwner = Math.ceil(poolMax / 2)
  const shares = new FairSemaphore({ capacity: Math.max(perOwner, poolMax - 2), perOwner, waitMs: acquireMs })
  const share = <T>(owner: string | undefined, work: () => Promise<T>): Promise<T> =>
    owner === undefined ? work() : shares.run(owner, work)
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
     * outside of the transaction. Other errors roll back and are thrown. A commit after `emit` wakes the relay. `owner`: as in `share`.
     */
    transaction: <T>(work: (trx: Knex.Transaction) => Promise<T>, owner?: string): Promise<T> =>
      share(owner, () => runTransaction(knex, work, wakeRelay)),
    /**
     * Runs work that uses one connection, such as a statement without a transaction. All such work of one owner, the account whose client asked
     * for it, holds at most half of the connections; more of it waits. Such work must not begin other work of its owner: both would wait.
     */
    share,
    /** Wakes the relay after a statement that wrote outbox rows without `transaction`. */
    wakeRelay,
    /** Calls the listener after each commit that left rows in the outbox; returns a function that removes it. */
    onEmitted: (listener: () => void): (() => void) => {
      events.on('emitted', listener)
      return () => void events.off('emitted', listener)
    },
  }
}

/** A server that disappeared does not close its connections: without a limit of ours, their statements would wait for hours. */
const endSilent =
  (afterMs: number) =>
  (client: pg.Client, created: (error: null, client: pg.Client) => void): void => {
    const stream = client.connection.stream as Socket
    stream.setTimeout(afterMs, () =>
      stream.destroy(new Error(`Connection terminated: the server was silent for ${afterMs} ms`)),
    )
    created(null, client)
  }

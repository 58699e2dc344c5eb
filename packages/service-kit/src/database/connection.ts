import type { ClientConfig } from 'pg'
import { columnTypes } from './column-types.ts'

export interface ConnectionOptions {
  url: string
  /** The schema of unqualified names. */
  schema: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  /** Longest time of a statement; 0 is no limit. */
  statementTimeoutMs: number
}

/** Longest idle time in a transaction, after which a process that hangs loses its row locks. Longer than the relay waits for confirms. */
export const idleInTransactionMs = 30_000

/** The settings are part of the startup message, which saves a round trip. */
export function connectionConfig({
  url,
  schema,
  applicationName,
  statementTimeoutMs,
}: ConnectionOptions): ClientConfig {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new TypeError(`${schema} is no valid schema name`)
  return {
    connectionString: url,
    application_name: applicationName,
    options: `-c search_path=${schema}`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: columnTypes(),
  }
}

import type { ClientConfig } from 'pg'
import { columnTypes } from './column-types.ts'

export interface ConnectionOptions {
  url: string
  /** The schema that unqualified names mean. */
  schema: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  /** No statement runs longer; 0 is no limit. */
  statementTimeoutMs: number
}

/** No transaction sits idle longer: a process that hangs while it holds row locks loses them. Longer than the relay waits for confirms. */
export const idleInTransactionMs = 30_000

/** Settings travel with the connection's start, which costs no round trip of its own. */
export function connectionConfig({
  url,
  schema,
  applicationName,
  statementTimeoutMs,
}: ConnectionOptions): ClientConfig {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new TypeError(`not a schema name: ${schema}`)
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

import pg from 'pg'

/** Longest idle time in a transaction; then a process that hangs loses its row locks. Longer than the relay waits for confirms. */
const idleInTransactionMs = 30_000

/**
 * How columns become JavaScript values, per connection, because the type table of pg is global:
 * - `bigint` is a number while that is exact, otherwise the text that PostgreSQL sent;
 * - `date` is the calendar day 'YYYY-MM-DD': pg would return midnight in the time zone of the process, which is another day elsewhere;
 * - `timestamptz` is a Date.
 */
function columnTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text))
  types.setTypeParser(pg.types.builtins.DATE, (text) => text)
  return types
}

/**
 * The settings are part of the startup message, which saves a round trip. `schema`: for unqualified names. `applicationName`: shown in
 * `pg_stat_activity`. `statementTimeoutMs`: longest time of a statement; 0 is no limit.
 */
export function connectionConfig(
  url: string,
  {
    schema,
    applicationName,
    statementTimeoutMs,
  }: Record<'schema' | 'applicationName', string> & {
    statementTimeoutMs: number
  },
): pg.ClientConfig {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new TypeError(`${schema} is no valid schema name`)
  return {
    connectionString: url,
    application_name: applicationName,
    options: `-c search_path=${schema}`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: columnTypes(),
  }
}

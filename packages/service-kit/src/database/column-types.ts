import pg from 'pg'

/**
 * How columns become JavaScript values, per connection, because the type table of pg is global:
 * - `bigint` is a number while that is exact, otherwise the text that PostgreSQL sent;
 * - `date` is the calendar day 'YYYY-MM-DD': pg would return midnight in the time zone of the process, which is another day elsewhere;
 * - `timestamptz` is a Date.
 */
export function columnTypes(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, exactInteger)
  types.setTypeParser(pg.types.builtins.DATE, (text) => text)
  return types
}

function exactInteger(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

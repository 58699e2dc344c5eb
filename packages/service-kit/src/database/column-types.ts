import pg from 'pg'

/**
 * How columns become JavaScript values, per connection (pg's own table is global, and other users of pg may need another one):
 * - `bigint` is a number while that is exact, else the text that PostgreSQL sent;
 * - `date` stays the calendar day 'YYYY-MM-DD': pg would make it midnight in the process's time zone, which is another day elsewhere;
 * - `timestamptz` stays a Date.
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

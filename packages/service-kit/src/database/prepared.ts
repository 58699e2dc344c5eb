import type { Knex } from 'knex'

/**
 * Runs a statement that PostgreSQL parses and plans once per connection: for hot paths. Each `name` (`service/purpose`) belongs to exactly one
 * text; `bindings` replace the `?` in order.
 */
export async function prepared<Row>(
  knex: Knex | Knex.Transaction,
  name: string,
  sql: string,
  bindings: readonly unknown[],
): Promise<Row[]> {
  const result = await knex.raw(sql, bindings as Knex.RawBinding[]).options({ name })
  return result.rows as Row[]
}

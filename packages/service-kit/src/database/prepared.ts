import type { Knex } from 'knex'

/**
 * Runs a statement that PostgreSQL parses and plans once per connection: for hot paths. Each `name` (`service/purpose`) belongs to exactly one
 * text. `bindings` replace `:names`, or `?` in order. Write a cast of a name as `cast(:id as uuid)`: knex reads `:id:` as an identifier.
 */
export async function prepared<Row>(
  knex: Knex | Knex.Transaction,
  name: string,
  sql: string,
  bindings: readonly unknown[] | Readonly<Record<string, unknown>>,
): Promise<Row[]> {
  const result = await knex.raw(sql, bindings as Knex.ValueDict).options({ name })
  return result.rows as Row[]
}

import type { Knex } from 'knex'

/**
 * One statement that PostgreSQL parses and plans once per connection: for hot paths.
 * `name` stands for exactly this text (`service/purpose`); `bindings` fill the `?` in order.
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

import type { Knex } from 'knex'

/**
 * One statement that PostgreSQL parses and plans once per connection: for hot paths.
 * `name` stands for exactly this text (`service/purpose`). `bindings` fill `:names`, or `?` in order. Write a cast of a name as
 * `cast(:id as uuid)`: knex reads `:id:` as an identifier.
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

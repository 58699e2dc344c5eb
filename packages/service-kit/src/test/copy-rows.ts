import type { Database } from '../database/database.ts'

/**
 * Copies the rows of a table that have these values, where only the number or size of rows matters. `changed` has the SQL of each column that
 * differs in copy `n`, from 1.
 */
export async function copyRows(
  { knex }: Pick<Database, 'knex'>,
  table: string,
  values: Record<string, number | string>,
  copies: number,
  changed: Record<string, string>,
): Promise<void> {
  const { rows } = await knex.raw(
    `select attname from pg_attribute
      where attrelid = cast(? as regclass) and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  )
  const columns: string[] = rows.map(({ attname }: { attname: string }) => attname)
  const copied = columns.map((name) => changed[name] ?? name)
  const conditions = Object.keys(values).map((name) => `${name} = :${name}`)
  await knex.raw(
    `insert into ${table} (${columns}) select ${copied} from ${table}, generate_series(1, ${copies}) n where ${conditions.join(' and ')}`,
    values,
  )
}

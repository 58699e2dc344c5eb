import type { Database } from '@guidebook/service-kit'

/**
 * Copies the rows of a table that have these values, where only the number or size of rows matters. `changed` has the SQL of each column that
 * differs in copy `n`, from 1.
 */
export async function copyRows(
  { knex }: Database,
  table: string,
  values: Record<string, number | string>,
  copies: number,
  changed: Record<string, string>,
): Promise<void> {
  const { rows } = await knex.raw(
    "SELECT attname FROM pg_attribute WHERE attrelid = CAST(? AS regclass) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''",
    [table],
  )
  const columns: string[] = rows.map(({ attname }: { attname: string }) => attname)
  const copied = columns.map((name) => changed[name] ?? name)
  const conditions = Object.keys(values).map((name) => `${name} = :${name}`)
  await knex.raw(
    `INSERT INTO ${table} (${columns}) SELECT ${copied} FROM ${table}, generate_series(1, ${copies}) n WHERE ${conditions.join(' AND ')}`,
    values,
  )
}

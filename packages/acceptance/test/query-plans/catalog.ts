import pg from 'pg'

/** The tables and indexes of a service's schema. */
export const catalogOf = async (databaseUrl: string): Promise<{ tables: string[]; indexes: string[] }> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const names = async (what: 'table' | 'index') => {
      const { rows } = await client.query<{ name: string }>(
        `select ${what}name as name from pg_${what === 'table' ? 'tables' : 'indexes'} where schemaname = current_schema() order by 1`,
      )
      return rows.map(({ name }) => name)
    }
    return { tables: await names('table'), indexes: await names('index') }
  } finally {
    await client.end()
  }
}

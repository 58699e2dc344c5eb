import pg from 'pg'

export interface Role {
  /** Name of the role and of the schema it owns. */
  name: string
  password: string
}

const database = 'guidebook'

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const exists = async (client: pg.Client, table: string, column: string, name: string) =>
  (await client.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [name])).rowCount === 1

/** The URL of a role's own schema. */
export const roleUrl = (superuserUrl: string, role: Role): string => {
  const url = new URL(superuserUrl)
  url.username = role.name
  url.password = role.password
  url.pathname = `/${database}`
  return url.href
}

/**
 * Creates one database with a private schema for each role. A schema gives no rights to anyone but its owner, and the default rights
 * of PUBLIC (connect, create temporary tables) are revoked. Idempotent.
 */
export async function createRoles(superuserUrl: string, roles: readonly Role[]): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    if (!(await exists(client, 'pg_database', 'datname', database))) await client.query(`CREATE DATABASE ${database}`)
    for (const { name, password } of roles) {
      const role = client.escapeIdentifier(name)
      if (!(await exists(client, 'pg_roles', 'rolname', name))) await client.query(`CREATE ROLE ${role} LOGIN`)
      await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`)
      await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${role}`)
    }
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`)
    await client.query('REVOKE ALL ON DATABASE postgres FROM PUBLIC')
  })
  const url = new URL(superuserUrl)
  url.pathname = `/${database}`
  await withClient(url.href, async (client) => {
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC')
    for (const { name } of roles) {
      const role = client.escapeIdentifier(name)
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${role} AUTHORIZATION ${role}`)
      await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET search_path = ${role}`)
    }
  })
}

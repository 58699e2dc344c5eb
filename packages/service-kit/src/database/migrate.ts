import pg from 'pg'
import { connectionConfig } from './connection.ts'
import { kitMigrations } from './kit-migrations.ts'
import { type Migration, readMigrations } from './migration-file.ts'

interface MigrateOptions {
  /** As the role that owns the schema. */
  url: string
  schema: string
  /** The folder of the service's `.sql` files. */
  directory: URL
}

/**
 * Applies the missing migrations: the kit's tables first, then the files of the service in order, each in its own transaction. Returns the names
 * it applied. Concurrent runs wait for each other. Throws when a file has changed since it was applied.
 */
export async function migrate({ url, schema, directory }: MigrateOptions): Promise<string[]> {
  const required = [...kitMigrations, ...(await readMigrations(directory))]
  return await withMigrationLock(url, schema, async (client) => {
    await prepareSchema(client, schema)
    const applied = await readApplied(client)
    requireUnchanged(required, applied)
    const missing = required.filter(({ name }) => !applied.has(name))
    for (const { name, up, checksum } of missing) {
      await inTransaction(client, name, async () => {
        await client.query(up)
        await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
      })
    }
    return missing.map(({ name }) => name)
  })
}

/** Reverts the latest `steps` files of the service (all by default), newest first. For tests and manual repairs. */
export async function migrateDown(
  { url, schema, directory }: MigrateOptions,
  steps = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const known = await readMigrations(directory)
  return await withMigrationLock(url, schema, async (client) => {
    const applied = await readApplied(client)
    const latest = known
      .filter(({ name }) => applied.has(name))
      .toReversed()
      .slice(0, steps)
    for (const { name, down } of latest) {
      await inTransaction(client, name, async () => {
        await client.query(down)
        await client.query('DELETE FROM migrations WHERE name = $1', [name])
      })
    }
    return latest.map(({ name }) => name)
  })
}

/** The lock belongs to the session, so it ends when the migrator dies. */
async function withMigrationLock<T>(url: string, schema: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const settings = { schema, applicationName: `${schema} migrate`, statementTimeoutMs: 0 }
  const client = new pg.Client(connectionConfig(url, settings))
  // A connection that breaks between two queries emits an event; the error of the next query is reported.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('guidebook migrations'), hashtext($1))", [schema])
    // A migration that waits for a table lock blocks all later statements: fail instead, and be run again.
    await client.query("SET lock_timeout = '15s'")
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates a missing schema. A role that owns an existing schema may lack the permission to create one. */
async function prepareSchema(client: pg.Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema])
  if (rowCount === 0) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`)
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
}

/** The applied migrations' checksums by name. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function requireUnchanged(required: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const changed = required.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed.length === 0) return
  throw new Error(
    `changed after they were applied: ${changed.map(({ name }) => name).join(', ')}. Restore them and add a new migration instead`,
  )
}

async function inTransaction(client: pg.Client, name: string, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

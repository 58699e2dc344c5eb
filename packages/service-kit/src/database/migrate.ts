import pg from 'pg'
import type { Logger } from 'pino'
import { connectionConfig } from './connection.ts'
import { kitMigrations } from './kit-migrations.ts'
import { type Migration, readMigrations } from './migration-file.ts'

export interface MigrateOptions {
  /** As the role that owns the schema. */
  url: string
  schema: string
  /** The folder of the service's `.sql` files. */
  directory: URL
  log?: Pick<Logger, 'info'>
}

/**
 * Brings the schema to what the program needs: the kit's tables first, then the service's files in order, each in a transaction of
 * its own. Answers the names it applied. Two that run at once wait for one another. Refuses to go on when a file that was applied has changed since.
 */
export async function migrate({ url, schema, directory, log }: MigrateOptions): Promise<string[]> {
  const wanted = [...kitMigrations, ...(await readMigrations(directory))]
  return await withMigrationLock(url, schema, async (client) => {
    await prepareSchema(client, schema)
    const applied = await readApplied(client)
    refuseChanged(wanted, applied)
    const missing = wanted.filter(({ name }) => !applied.has(name))
    for (const migration of missing) {
      await applyUp(client, migration)
      log?.info({ schema, migration: migration.name }, 'migration applied')
    }
    return missing.map(({ name }) => name)
  })
}

/** Takes back the latest `steps` of the service's own files (all by default), newest first. For tests and for mending by hand. */
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

/** The lock belongs to the session, so a migrator that dies leaves none behind. */
async function withMigrationLock<T>(url: string, schema: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(
    connectionConfig({ url, schema, applicationName: `${schema} migrate`, statementTimeoutMs: 0 }),
  )
  // A connection that breaks between two queries says so by an event; the next query then fails, which is what is reported.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('guidebook migrations'), hashtext($1))", [schema])
    // A change that waits for a table makes everyone after it wait too: rather fail, and be run again.
    await client.query("SET lock_timeout = '15s'")
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A role that owns a ready-made schema may not be allowed to create one: only asked for when it is missing. */
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

function refuseChanged(wanted: readonly Migration[], applied: ReadonlyMap<string, string>): void {
  const changed = wanted.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed.length === 0) return
  throw new Error(
    `changed after they were applied: ${changed.map(({ name }) => name).join(', ')}. Restore them and add a new migration instead`,
  )
}

const applyUp = (client: pg.Client, { name, up, checksum }: Migration) =>
  inTransaction(client, name, async () => {
    await client.query(up)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
  })

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

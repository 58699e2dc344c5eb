import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import pg from 'pg'
import { kitMigrations } from '../database/kit-migrations.ts'
import { migrate } from '../database/migrate.ts'
import { readMigrations } from '../database/migration-file.ts'
import { sqlStateOf } from '../database/sql-state.ts'
import { testServer } from './test-server.ts'

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>

/** The role that owns all test databases; it exists only on the test server. */
const role = { name: 'guidebook_test', password: 'guidebook_test' }
/** Older test databases are left over from killed test runs. */
const staleMs = 60 * 60 * 1_000

/**
 * A new database with the service's migrated schema, copied from a template that is created once for each state of the migrations.
 * `url` is for the service's role, which owns only the schema. Drop the database at the end.
 */
export async function testDatabase(service: string, migrationsDir: URL) {
  const known = `${service} ${migrationsDir.href}`
  const template = templates.get(known) ?? asSuperuser('postgres', (own) => ensureTemplate(own, service, migrationsDir))
  templates.set(known, template)
  // A later call tries again.
  template.catch(() => templates.delete(known))
  const name = `test_${service}_${Date.now()}_${randomBytes(4).toString('hex')}`
  const from = await template
  await inSession((server) => copy(server, from, name))
  const drop = () => inSession((server) => dropDatabase(server, name))
  return { url: urlOf(name, role), schema: service, drop, [Symbol.asyncDispose]: drop }
}

/** The templates that this process has found or created, by service and folder of migrations. */
const templates = new Map<string, Promise<string>>()

async function ensureTemplate(server: pg.Client, service: string, migrationsDir: URL): Promise<string> {
  const migrations = [...kitMigrations, ...(await readMigrations(migrationsDir))]
  const state = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)
  const name = `template_${service}_${state}`
  // One worker creates it, the others wait. The lock ends with the session.
  await server.query("SELECT pg_advisory_lock(hashtext('guidebook test template'), hashtext($1))", [name])
  try {
    if (await exists(server, name)) return name
    await dropStale(server)
    await ensureRole(server)
    const unfinished = `${name}_unfinished`
    await dropDatabase(server, unfinished)
    await server.query(`CREATE DATABASE ${unfinished}`)
    await asSuperuser(unfinished, async (inside) => {
      await inside.query(`CREATE SCHEMA ${service} AUTHORIZATION ${role.name}; REVOKE ALL ON SCHEMA public FROM PUBLIC`)
    })
    await migrate({ url: urlOf(unfinished, role), schema: service, directory: migrationsDir })
    await server.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    return name
  } finally {
    await server.query("SELECT pg_advisory_unlock(hashtext('guidebook test template'), hashtext($1))", [name])
  }
}

/**
 * Copies files, which takes a quarter of the time of the default strategy if `fsync` is off. PostgreSQL refuses to copy a database that
 * has a connection, such as one of autovacuum.
 */
async function copy(server: pg.Client, template: string, name: string): Promise<void> {
  const objectInUse = '55006'
  for (let attempt = 1; ; attempt++) {
    try {
      await server.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
      return
    } catch (error) {
      if (sqlStateOf(error) !== objectInUse || attempt === 20) throw error
    }
  }
}

async function ensureRole(server: pg.Client): Promise<void> {
  await server.query(`DO $$ BEGIN
    CREATE ROLE ${role.name} LOGIN PASSWORD '${role.password}';
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
}

async function dropStale(server: pg.Client): Promise<void> {
  const { rows } = await server.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'",
  )
  for (const { datname } of rows) {
    const made = Number(/_(\d{13})_[0-9a-f]{8}$/.exec(datname)?.[1] ?? Number.NaN)
    if (Date.now() - made > staleMs) await dropDatabase(server, datname)
  }
}

const exists = async (server: pg.Client, name: string) =>
  (await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rowCount === 1

const dropDatabase = async (server: pg.Client, name: string) => {
  await server.query(`DROP DATABASE IF EXISTS ${server.escapeIdentifier(name)} WITH (FORCE)`)
}

function urlOf(database: string, user?: { name: string; password: string }): string {
  const url = new URL(testServer('TEST_POSTGRES_URL'))
  url.pathname = `/${database}`
  if (user) {
    url.username = user.name
    url.password = user.password
  }
  return url.href
}

let session: Promise<pg.Client> | undefined
let users = 0

/** Works in one session of this process: opening a session takes as long as dropping a database. */
async function inSession<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  session ??= openSession()
  const server = await session
  // While it is idle, the session does not keep the process alive.
  const { stream } = (server as unknown as { connection: { stream: Socket } }).connection
  users++
  stream.ref()
  try {
    return await work(server)
  } finally {
    if (--users === 0) stream.unref()
  }
}

/** When the session ends, or cannot be opened, the next call opens another one. */
function openSession(): Promise<pg.Client> {
  const server = new pg.Client({ connectionString: urlOf('postgres'), application_name: 'test databases' })
  const opened = server.connect().then(() => server)
  const end = () => {
    if (session === opened) session = undefined
  }
  // The server ends the session when it stops.
  server.on('error', () => undefined).once('end', end)
  opened.catch(end)
  return opened
}

async function asSuperuser<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

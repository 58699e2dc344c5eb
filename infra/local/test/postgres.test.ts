import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../src/ports.ts'
import { type Postgres, startPostgres } from '../src/servers/postgres.ts'
import { createRoles, type Role, roleUrl } from '../src/servers/roles.ts'
import { openWorkspace, throwawayFolder, type Workspace } from '../src/state/workspace.ts'
import { stubProcessTracker } from './stub-process-tracker.ts'

const roles: Role[] = [
  { name: 'releases', password: 'one' },
  { name: 'builder', password: 'two' },
]

describe('PostgreSQL with a role for each service', () => {
  let workspace: Workspace
  let server: Postgres

  const asRole = async <T>(role: Role, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: roleUrl(server.url, role) })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const [releases, builder] = roles as [Role, Role]

  beforeAll(async () => {
    const folder = await throwawayFolder('postgres')
    workspace = await openWorkspace(folder, folder)
    server = await startPostgres({
      data: join(workspace.state, 'postgres', 'data'),
      sharedFolder: workspace.sharedFolder,
      log: workspace.log('postgres'),
      port: await freePort(),
      password: 'superuser',
      user: workspace.user,
      tracker: stubProcessTracker,
      disposable: true,
    })
    await createRoles(server.url, roles)
  })

  afterAll(async () => {
    await server?.stop()
    if (workspace) rmSync(workspace.data, { recursive: true, force: true })
  })

  test('a role creates and reads tables in its own schema without naming it', async () => {
    await asRole(releases, async (client) => {
      await client.query('CREATE TABLE secret (value text)')
      await client.query("INSERT INTO secret VALUES ('x')")
    })
    expect(
      await asRole(releases, async (client) => (await client.query('SELECT value FROM releases.secret')).rows),
    ).toEqual([{ value: 'x' }])
  })

  test.each([
    ['read the tables of another schema', 'SELECT * FROM releases.secret'],
    ['create tables in another schema', 'CREATE TABLE releases.mine (x int)'],
    ['create tables in the public schema', 'CREATE TABLE public.mine (x int)'],
    ['create a schema', 'CREATE SCHEMA mine'],
    ['become another role', 'SET ROLE releases'],
    ['read files of the server', "SELECT pg_read_file('postgresql.conf')"],
  ])('a role can not %s', async (_what, sql) => {
    await expect(asRole(builder, (client) => client.query(sql))).rejects.toThrow(/permission denied/)
  })

  test('the log contains no value of a failed statement', async () => {
    await asRole(builder, async (client) => {
      await client.query('CREATE TABLE keyed (key text PRIMARY KEY)')
      await client.query("INSERT INTO keyed VALUES ('stored-key')")
      const failing = [
        client.query('INSERT INTO keyed VALUES ($1)', ['stored-key']),
        client.query("SELECT 'literal-key' FROM missing_table"),
      ]
      for (const failed of failing) await expect(failed).rejects.toThrow(/duplicate key|does not exist/)
    })
    const log = readFileSync(workspace.log('postgres'), 'utf8')
    expect(log).toContain('duplicate key value violates unique constraint')
    expect(log).toContain('relation "missing_table" does not exist')
    expect(log).not.toMatch(/stored-key|literal-key/)
  })

  test('a role can not connect to another database', async () => {
    const url = new URL(roleUrl(server.url, builder))
    url.pathname = '/postgres'
    await expect(new pg.Client({ connectionString: url.href }).connect()).rejects.toThrow(
      /permission denied for database/,
    )
  })

  test('creating the roles again changes nothing', async () => {
    await createRoles(server.url, roles)
    await expect(asRole(builder, (client) => client.query('SELECT * FROM releases.secret'))).rejects.toThrow(
      /permission denied/,
    )
  })
})

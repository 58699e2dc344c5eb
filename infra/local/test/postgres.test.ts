import { readFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Running } from '../src/processes/server.ts'
import { startPostgres, superuserUrl } from '../src/servers/postgres.ts'
import { createRoles, type Role, roleUrl } from '../src/servers/roles.ts'
import { openWorkspace, throwawayFolder, type Workspace } from '../src/state/workspace.ts'
import { freePort } from './free-port.ts'
import { stubProcessTracker } from './stub-host.ts'

const roles: Role[] = [
  { name: 'releases', password: 'one' },
  { name: 'builder', password: 'two' },
]

describe('PostgreSQL with a role for each service', () => {
  let workspace: Workspace
  let server: Running
  let url: string

  const asRole = async <T>(role: Role, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: roleUrl(url, role) })
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
    const options = { port: await freePort(), password: 'superuser', disposable: true }
    server = await startPostgres({ workspace, tracker: stubProcessTracker }, options)
    url = superuserUrl(options)
    await createRoles(url, roles)
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
    const address = new URL(roleUrl(url, builder))
    address.pathname = '/postgres'
    await expect(new pg.Client({ connectionString: address.href }).connect()).rejects.toThrow(
      /permission denied for database/,
    )
  })

  test('creating the roles again changes nothing', async () => {
    await createRoles(url, roles)
    await expect(asRole(builder, (client) => client.query('SELECT * FROM releases.secret'))).rejects.toThrow(
      /permission denied/,
    )
  })
})

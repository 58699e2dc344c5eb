import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../src/ports.ts'
import { type Postgres, startPostgres } from '../src/servers/postgres.ts'
import { createRoles, type Role, roleUrl } from '../src/servers/roles.ts'
import { openPlace, type Place, throwawayFolder } from '../src/state/place.ts'
import { standInHost } from './stand-in-host.ts'

const roles: Role[] = [
  { name: 'releases', password: 'one' },
  { name: 'builder', password: 'two' },
]

describe('PostgreSQL with a role for each service', () => {
  let place: Place
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
    place = await openPlace(folder, folder)
    server = await startPostgres({
      data: join(place.state, 'postgres', 'data'),
      shelf: place.shelf,
      log: place.log('postgres'),
      port: await freePort(),
      password: 'superuser',
      user: place.user,
      host: standInHost,
      disposable: true,
    })
    await createRoles(server.url, roles)
  })

  afterAll(async () => {
    await server?.stop()
    if (place) rmSync(place.data, { recursive: true, force: true })
  })

  test('a role makes and reads tables of its own schema without naming it', async () => {
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
    ['make tables in another schema', 'CREATE TABLE releases.mine (x int)'],
    ['make tables in the public schema', 'CREATE TABLE public.mine (x int)'],
    ['make a schema', 'CREATE SCHEMA mine'],
    ['take the place of another role', 'SET ROLE releases'],
    ['read files of the server', "SELECT pg_read_file('postgresql.conf')"],
  ])('a role can not %s', async (_what, sql) => {
    await expect(asRole(builder, (client) => client.query(sql))).rejects.toThrow(/permission denied/)
  })

  test('the log holds no value of a statement that fails', async () => {
    await asRole(builder, async (client) => {
      await client.query('CREATE TABLE keyed (key text PRIMARY KEY)')
      await client.query("INSERT INTO keyed VALUES ('stored-key')")
      const failing = [
        client.query('INSERT INTO keyed VALUES ($1)', ['stored-key']),
        client.query("SELECT 'literal-key' FROM missing_table"),
      ]
      for (const failed of failing) await expect(failed).rejects.toThrow(/duplicate key|does not exist/)
    })
    const log = readFileSync(place.log('postgres'), 'utf8')
    expect(log).toContain('duplicate key value violates unique constraint')
    expect(log).toContain('relation "missing_table" does not exist')
    expect(log).not.toMatch(/stored-key|literal-key/)
  })

  test('a role can not enter another database', async () => {
    const url = new URL(roleUrl(server.url, builder))
    url.pathname = '/postgres'
    await expect(new pg.Client({ connectionString: url.href }).connect()).rejects.toThrow(
      /permission denied for database/,
    )
  })

  test('doing it again changes nothing', async () => {
    await createRoles(server.url, roles)
    await expect(asRole(builder, (client) => client.query('SELECT * FROM releases.secret'))).rejects.toThrow(
      /permission denied/,
    )
  })
})

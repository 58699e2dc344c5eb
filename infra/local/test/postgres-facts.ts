import { readFileSync } from 'node:fs'
import { rolesScript } from '@guidebook/deployment'
import { runSql } from '@guidebook/deployment/run-sql'
import pg from 'pg'
import { expect, test } from 'vitest'
import { forEachService, type ServiceName } from '../src/services/names.ts'
import type { Description } from '../src/state/description.ts'

/** What the role of a service may do in the running system's PostgreSQL. */
export function postgresFacts(described: () => Description, logPath: () => string): void {
  const urlOf = (service: ServiceName) => described().databases[service] ?? ''

  const asRole = async <T>(role: ServiceName, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: urlOf(role) })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  test('a role creates and reads tables in its own schema without naming it', async () => {
    await asRole('releases', async (client) => {
      await client.query('CREATE TABLE secret (value text)')
      await client.query("INSERT INTO secret VALUES ('x')")
    })
    expect(
      await asRole('releases', async (client) => (await client.query('SELECT value FROM releases.secret')).rows),
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
    await expect(asRole('builder', (client) => client.query(sql))).rejects.toThrow(/permission denied/)
  })

  test('the log contains no value of a failed statement', async () => {
    await asRole('builder', async (client) => {
      await client.query('CREATE TABLE keyed (key text PRIMARY KEY)')
      await client.query("INSERT INTO keyed VALUES ('stored-key')")
      const failing = [
        client.query('INSERT INTO keyed VALUES ($1)', ['stored-key']),
        client.query("SELECT 'literal-key' FROM missing_table"),
      ]
      for (const failed of failing) await expect(failed).rejects.toThrow(/duplicate key|does not exist/)
    })
    const log = readFileSync(logPath(), 'utf8')
    expect(log).toContain('duplicate key value violates unique constraint')
    expect(log).toContain('relation "missing_table" does not exist')
    expect(log).not.toMatch(/stored-key|literal-key/)
  })

  test('a role can not connect to another database', async () => {
    const address = new URL(urlOf('builder'))
    address.pathname = '/postgres'
    await expect(new pg.Client({ connectionString: address.href }).connect()).rejects.toThrow(
      /permission denied for database/,
    )
  })

  test('creating the roles again changes nothing', async () => {
    const passwords = forEachService((service) => new URL(urlOf(service)).password)
    await runSql(described().databaseUrl ?? '', rolesScript(passwords, { isOwnServer: true }))
    await expect(asRole('builder', (client) => client.query('SELECT * FROM releases.secret'))).rejects.toThrow(
      /permission denied/,
    )
  })
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../src/database/database.ts'
import { kitMigrations } from '../src/database/kit-migrations.ts'
import { migrate, migrateDown } from '../src/database/migrate.ts'
import { requireSchema } from '../src/database/require-schema.ts'
import { type TestDatabase, testDatabase, testServer } from '../src/test/index.ts'
import { migrations } from './fixture.ts'

let folder: string
let directory: URL
let server: TestDatabase
let url: string
let client: pg.Client
/** Each test has its own schema, in one database. */
let schema = 'none'
let last = 0

beforeAll(async () => {
  server = await testDatabase('geodata', migrations)
  // Of the superuser, who may create schemas; the roles of the services may not.
  const address = new URL(testServer('TEST_POSTGRES_URL'))
  address.pathname = new URL(server.url).pathname
  url = address.href
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  directory = pathToFileURL(`${folder}/`)
  schema = `schema_${++last}`
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(async () => {
  await client.end()
  await server.drop()
})

const write = (name: string, up: string, down = 'SELECT 1;') =>
  writeFile(join(folder, `${name}.sql`), `-- For the test.\n-- up\n${up}\n-- down\n${down}\n`)
const options = () => ({ url, schema, directory })
const kit = kitMigrations.map(({ name }) => name)
const exists = async (table: string) =>
  (await client.query('SELECT to_regclass($1) AS found', [`${schema}.${table}`])).rows[0].found !== null

test("the kit's migrations are applied first, then the files in order, each once", async () => {
  await write('202601020000_second', 'ALTER TABLE a ADD b integer;')
  await write('202601010000_first', 'CREATE TABLE a ();')
  expect(await migrate(options())).toEqual([...kit, '202601010000_first', '202601020000_second'])
  expect(await migrate(options())).toEqual([])
  expect(await exists('outbox')).toBe(true)
})

test('a role that owns its schema but may not create one can migrate it', async () => {
  await client.query(`CREATE SCHEMA ${schema} AUTHORIZATION guidebook_test`)
  await write('202601010000_first', 'CREATE TABLE a ();')
  expect(await migrate({ url: server.url, schema, directory })).toContain('202601010000_first')
})

test('concurrent migrations apply each file once', async () => {
  await write('202601010000_first', 'CREATE TABLE a (); SELECT pg_sleep(0.05);')
  await write('202601020000_second', 'CREATE TABLE b ();')
  const applied = await Promise.all([migrate(options()), migrate(options()), migrate(options())])
  expect(applied.flat().toSorted()).toEqual([...kit, '202601010000_first', '202601020000_second'].toSorted())
})

test('a failed file is rolled back, and the files before it stay applied', async () => {
  await write('202601010000_good', 'CREATE TABLE a ();')
  await write('202601020000_bad', 'CREATE TABLE b (); SELECT nothing;')
  await expect(migrate(options())).rejects.toThrow('migration 202601020000_bad failed')
  expect([await exists('a'), await exists('b')]).toEqual([true, false])
  await write('202601020000_bad', 'CREATE TABLE b ();')
  expect(await migrate(options())).toEqual(['202601020000_bad'])
})

test('a file that was changed after it was applied is refused', async () => {
  await write('202601010000_first', 'CREATE TABLE a ();')
  await migrate(options())
  await write('202601010000_first', 'CREATE TABLE a (b integer);')
  await expect(migrate(options())).rejects.toThrow('changed after they were applied: 202601010000_first')
})

test('a file with a malformed name is refused', async () => {
  await write('first', 'CREATE TABLE a ();')
  await expect(migrate(options())).rejects.toThrow('migration first.sql is not named')
})

test('migrations are reverted newest first', async () => {
  await write('202601010000_first', 'CREATE TABLE a ();', 'DROP TABLE a;')
  await write('202601020000_second', 'ALTER TABLE a ADD b integer;', 'ALTER TABLE a DROP b;')
  await migrate(options())
  expect(await migrateDown(options(), 1)).toEqual(['202601020000_second'])
  expect(await migrateDown(options())).toEqual(['202601010000_first'])
  expect(await exists('a')).toBe(false)
  expect(await migrate(options())).toHaveLength(2)
})

test('a service refuses to start on a schema that lacks a migration, and names the command that applies it', async () => {
  await write('202601010000_first', 'CREATE TABLE a ();')
  const database = openDatabase({ url, schema, service: 'test' })
  const required = () => requireSchema({ database, directory })
  await expect(required().start?.()).rejects.toThrow(/lacks kit\/.*202601010000_first\. Run: node migrate\.js$/)
  await migrate(options())
  await required().start?.()
  const { check } = required()
  await check.check(AbortSignal.timeout(1_000))
  await migrateDown(options())
  await expect(check.check(AbortSignal.timeout(1_000))).rejects.toThrow('lacks 202601010000_first.')
  await database.component.stop?.()
})

test('a schema that is newer than the program is accepted', async () => {
  await write('202601010000_first', 'CREATE TABLE a ();')
  await write('202601020000_next-version', 'CREATE TABLE b ();')
  await migrate(options())
  await rm(join(folder, '202601020000_next-version.sql'))
  const database = openDatabase({ url, schema, service: 'test' })
  await requireSchema({ database, directory }).start?.()
  expect(await migrate(options())).toEqual([])
  await database.component.stop?.()
})

import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { testServer } from '@guidebook/service-kit/test'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forEachService, rolesScript, roleUrl } from '../src/index.ts'
import { runSql } from '../src/servers/run-sql.ts'

/** The script with other names, because all tests share the server: the roles and the database of the product may exist there. */
const renamed = (script: string) =>
  ['guidebook', ...serviceNames].reduce(
    (text, name) => text.replaceAll(new RegExp(`(?<![\\w.])${name}(?!_password)\\b`, 'g'), `trial_${name}`),
    script,
  )

const passwordOf = (service: ServiceName) => `it's a \\ $& $' 50%25 ${serviceNames.indexOf(service)}`
const passwords = forEachService(passwordOf)
const administrator = { name: 'trial_administrator', password: 'trial' }

const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
const asService = (service: ServiceName) => {
  const url = new URL(roleUrl(testServer('TEST_POSTGRES_URL'), `trial_${service}`, passwordOf(service)))
  url.pathname = '/trial_guidebook'
  return url.href
}
const remove = async () => {
  await query(testServer('TEST_POSTGRES_URL'), 'DROP DATABASE IF EXISTS trial_guidebook WITH (FORCE)')
  const names = [...serviceNames, 'administrator'].map((name) => `trial_${name}`)
  await query(testServer('TEST_POSTGRES_URL'), `DROP ROLE IF EXISTS ${names.join(', ')}`)
}

beforeAll(async () => {
  await remove()
  const { name, password } = administrator
  const create = `CREATE ROLE ${name} LOGIN CREATEDB CREATEROLE PASSWORD '${password}'`
  await query(testServer('TEST_POSTGRES_URL'), create)
  const url = new URL(testServer('TEST_POSTGRES_URL'))
  Object.assign(url, { username: name, password })
  // Twice: it can be run again.
  for (let run = 0; run < 2; run++) await runSql(url.href, renamed(rolesScript(passwords)))
})
afterAll(remove)

test('no character of a password has a meaning in the script or in the URL', () => {
  const script = rolesScript(forEachService(() => "$& $' $$"))
  expect(script).toContain("ALTER ROLE builder PASSWORD E'$& $\\' $$';")
  expect(new URL(roleUrl('postgres://server', 'builder', '50%25')).password).toBe('50%2525')
})

test('an administrator who is no superuser creates a role for each service, which works in its own schema', async () => {
  for (const service of serviceNames) {
    const [row] = await query(asService(service), 'SELECT current_schema() AS schema, current_user AS role')
    expect(row).toEqual({ schema: `trial_${service}`, role: `trial_${service}` })
  }
})

test('a role has no rights in other schemas, in the public schema, or to create one', async () => {
  await query(asService('gateway'), 'CREATE TABLE secret (x int)')
  for (const sql of [
    'SELECT * FROM trial_gateway.secret',
    'CREATE TABLE trial_gateway.mine (x int)',
    'CREATE TABLE public.mine (x int)',
    'CREATE SCHEMA mine',
    'CREATE TEMPORARY TABLE mine (x int)',
    'SET ROLE trial_gateway',
  ]) {
    await expect(query(asService('builder'), sql), sql).rejects.toThrow(/permission denied/)
  }
})

test('the script treats every service alike, and has no password that is not filled in', () => {
  const script = rolesScript(forEachService(() => 'x')).replaceAll(/^--.*$/gm, '')
  const counts = serviceNames.map((service) => script.split(service).length - 1)
  expect(new Set(counts)).toEqual(new Set([8]))
  expect(script).not.toMatch(/:'\w+'/)
})

test('the script changes the database postgres only of a server that is for this system alone', () => {
  const unused = forEachService(() => 'x')
  expect(rolesScript(unused)).not.toMatch(/ON DATABASE postgres/)
  expect(rolesScript(unused, { isOwnServer: true })).toMatch(/^REVOKE ALL ON DATABASE postgres FROM PUBLIC;$/m)
})

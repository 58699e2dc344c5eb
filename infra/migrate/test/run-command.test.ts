import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breakableProxy, testServer } from '@guidebook/service-kit/test'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../src/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'guidebook-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(args: string[], env: NodeJS.ProcessEnv, patienceMs = 0) {
  const lines: string[] = []
  const code = await runCommand(args, env, (line) => lines.push(line), { patienceMs, pauseMs: 10 })
  return { code, lines }
}

const fileWith = (text: string) => {
  const path = join(folder, randomUUID())
  writeFileSync(path, text)
  return path
}

/** The address of a database that does not exist, and the script that creates it. */
function newDatabase() {
  const name = `migrate_${randomUUID().slice(0, 8)}`
  const url = new URL(testServer('TEST_POSTGRES_URL'))
  url.pathname = `/${name}`
  const script = [
    `SELECT 'CREATE DATABASE ${name}' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '${name}')`,
    '\\gexec',
    `\\connect ${name}`,
    'CREATE SCHEMA IF NOT EXISTS gateway;',
  ]
  writeFileSync(join(folder, 'roles.sql'), script.join('\n'))
  return { name, url: url.href }
}

async function drop(name: string) {
  const client = new pg.Client({ connectionString: testServer('TEST_POSTGRES_URL') })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await client.end()
}

test('the database and the schema of a service are made once; runs at the same time wait, and later ones change nothing', async () => {
  const { name, url } = newDatabase()
  const admin = { DATABASE_ADMIN_URL_FILE: fileWith(`${testServer('TEST_POSTGRES_URL')}\n`) }
  const own = { DATABASE_URL: `@${fileWith(url)}` }
  try {
    const created = await Promise.all([run(['database', folder], admin), run(['database', folder], admin)])
    expect(
      created.map(({ code }) => code),
      JSON.stringify(created),
    ).toEqual([0, 0])
    const migrated = await Promise.all([run(['gateway'], own), run(['gateway'], own)])
    expect(migrated.map(({ code }) => code)).toEqual([0, 0])
    const lines = migrated.flatMap((one) => one.lines).sort()
    expect(lines).toEqual([expect.stringMatching(/^gateway: applied .+/), 'gateway: the schema is up to date'])
    expect(await run(['gateway'], own)).toEqual({ code: 0, lines: ['gateway: the schema is up to date'] })
  } finally {
    await drop(name)
  }
})

test('a bucket is created once, after its server has started', async () => {
  const statuses = [503, 404, 200, 200]
  const requests: string[] = []
  const server = createServer(({ method, url }, response) => {
    requests.push(`${method} ${url?.split('?', 1)[0]?.replace(/\/$/, '')}`)
    response.writeHead(statuses.shift() ?? 500).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const env = { OBJECT_STORE_URL: `s3://id:secret@books?endpoint=${endpoint}` }
  expect(await run(['bucket'], env)).toEqual({ code: 0, lines: ['bucket: bucket books created'] })
  expect(await run(['bucket'], env)).toEqual({ code: 0, lines: ['bucket: bucket books exists'] })
  expect(requests).toEqual(['HEAD /books', 'HEAD /books', 'PUT /books', 'HEAD /books'])
  server.close()
})

test.each([
  ['broker', 'AMQP_URL', 'amqp://127.0.0.1:9'],
  ['releases', 'DATABASE_URL', 'postgres://127.0.0.1:9/guidebook'],
])('%s waits for an unavailable server, says so once, and fails with one line', async (command, name, url) => {
  const { code, lines } = await run([command], { [name]: url }, 100)
  expect(code).toBe(1)
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${command}: waiting up to 0.1 s for the server: .*ECONNREFUSED`)),
    expect.stringMatching(new RegExp(`^${command}: failed: .*ECONNREFUSED`)),
  ])
})

/** Closes a connection instead of passing on the reply with this number. */
const closingBefore = (last: number) => (inbound: Socket, outbound: Socket) => {
  inbound.pipe(outbound)
  let replies = 0
  outbound.on('data', (reply) => {
    if (++replies < last) inbound.write(reply)
    else inbound.destroy()
  })
}

// The replies of the broker: `start`, `tune` and `open-ok` of the connection, then `open-ok` of a channel.
test.each([1, 2, 3, 4])('broker waits for a server that closes the connection before its reply %i', async (last) => {
  // A virtual host of the test broker, in which this test declares nothing.
  const url = `${testServer('TEST_AMQP_URL').replace(/\/+$/, '')}/test-1`
  await using proxy = await breakableProxy(url, { join: closingBefore(last) })
  const { code, lines } = await run(['broker'], { AMQP_URL: proxy.url }, 50)
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^broker: waiting up to 0\.05 s for the server: /)
})

test('an error in the settings is one line, without values', async () => {
  const missing = await run(['broker'], {})
  expect(missing).toEqual({ code: 1, lines: ['broker: failed: AMQP_URL is missing'] })
  const twice = await run(['broker'], { AMQP_URL: 'amqp://user:secret@host', AMQP_URL_FILE: '/none' })
  expect(twice.lines).toEqual(['broker: failed: AMQP_URL and AMQP_URL_FILE are both set: remove one'])
  const noScript = await run(['database', '/none'], { DATABASE_ADMIN_URL: 'postgres://host' })
  expect(noScript.lines).toEqual(['database: failed: no roles.sql in /none: "guidebook setup" creates it'])
  const unreadable = await run(['bucket'], { OBJECT_STORE_URL_FILE: '/none' })
  expect(unreadable.lines[0]).toMatch(
    /^bucket: failed: OBJECT_STORE_URL_FILE names a file that cannot be read \(ENOENT\)/,
  )
})

test('an unknown command is refused with the list of commands', async () => {
  const { code, lines } = await run(['toString'], {})
  expect(code).toBe(2)
  expect(lines).toEqual([
    expect.stringMatching(/^unknown command "toString"; use one of database, broker, bucket, gateway, /),
  ])
})

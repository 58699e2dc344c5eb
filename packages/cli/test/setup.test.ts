import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { exitCodes } from '../src/index.ts'
import { guidebook } from './run-guidebook.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guidebook-setup-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const setup = (...options: string[]) => guidebook(['setup', folder, ...options])
const allFiles = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
const contents = () => Object.fromEntries(allFiles().map((path) => [path, read(path)]))
/** Runs setup, which must succeed, and returns its report. */
const report = async (...options: string[]) => {
  const { code, out, err } = await setup('--json', ...options)
  expect(code, err).toBe(exitCodes.done)
  return JSON.parse(out) as { created: string[]; changed: string[]; kept: string[] }
}

describe('a new folder', () => {
  test('has a secret per file, readable by its owner only, and a settings file per service', async () => {
    const { created, changed, kept } = await report()
    expect([changed, kept]).toEqual([[], []])
    expect(created.toSorted()).toEqual(allFiles())
    for (const path of ['secrets/geodata/DATABASE_URL', 'env/geodata.env', 'servers/roles.sql', 'compose.env']) {
      expect(created).toContain(path)
      expect(statSync(join(folder, path)).mode & 0o777, path).toBe(0o600)
    }
    for (const path of ['', 'secrets', 'secrets/geodata', 'env', 'servers', 'servers/smtp']) {
      expect(statSync(join(folder, path)).mode & 0o777, path).toBe(0o700)
    }
  })

  test('fits together: roles, broker users and addresses have the same passwords, keys belong together', async () => {
    await report()
    const roles = read('servers/roles.sql')
    const { users } = JSON.parse(read('servers/rabbitmq-definitions.json')) as { users: { name: string }[] }
    expect(users.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['administrator', 'gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer']),
    )
    const url = new URL(read('secrets/geodata/DATABASE_URL').trim())
    expect([url.username, url.host, url.pathname]).toEqual(['geodata', 'postgres:5432', '/guidebook'])
    expect(roles).toContain(`ALTER ROLE geodata PASSWORD E'${url.password}';`)
    expect(roles).toContain('REVOKE ALL ON DATABASE postgres FROM PUBLIC;')
    expect(read('secrets/migrate/DATABASE_ADMIN_URL')).toContain(`:${read('servers/postgres-password').trim()}@`)
    const privateKey = JSON.parse(read('secrets/geodata/INTERNAL_PRIVATE_KEY'))
    const [, publicKeys = ''] = /^INTERNAL_PUBLIC_KEYS=(.*)$/m.exec(read('env/builder.env')) ?? []
    expect(JSON.parse(publicKeys).geodata.x).toBe(privateKey.x)
    expect(publicKeys).not.toContain(privateKey.d)
    expect(read('secrets/cli/ADMIN_TOKEN')).toBe(read('secrets/gateway/ADMIN_TOKEN'))
  })

  test('gives every secret and setting file to Kubernetes', async () => {
    await report()
    const kustomization = read('kustomization.yaml')
    const named = [...kustomization.matchAll(/^ +(?:- |env: )((?:secrets|env|servers)\/.*)$/gm)].map(([, path]) => path)
    const programs = allFiles().filter((path) => /^(secrets|env)\//.test(path))
    expect(named.toSorted()).toEqual([...programs, 'servers/roles.sql'].sort())
    for (const name of ['gateway-secrets', 'gateway-settings', 'migrate-secrets']) {
      expect(kustomization).toContain(`- name: ${name}\n`)
    }
  })

  test('is not written by a dry run, which needs no admin listener and shows no secret', async () => {
    const { code, out } = await setup('--dry-run', '--json', '--smtp-url', 'smtp://user:hush@mail.example')
    expect(code).toBe(exitCodes.done)
    expect(JSON.parse(out)).toMatchObject({ dryRun: true, created: expect.arrayContaining(['servers/roles.sql']) })
    expect(out).not.toContain('hush')
    expect(allFiles()).toEqual([])
  })
})

describe('a repeat', () => {
  test('changes nothing', async () => {
    await report()
    const before = contents()
    const { created, changed } = await report()
    expect([created, changed]).toEqual([[], []])
    expect(contents()).toEqual(before)
  })

  test('creates a secret that is missing, and keeps all others', async () => {
    await report()
    const before = contents()
    rmSync(join(folder, 'secrets/webhooks/WEBHOOK_SECRETS_KEY'))
    expect((await report()).created).toEqual(['secrets/webhooks/WEBHOOK_SECRETS_KEY'])
    const { 'secrets/webhooks/WEBHOOK_SECRETS_KEY': oldKey, ...others } = before
    const { 'secrets/webhooks/WEBHOOK_SECRETS_KEY': newKey, ...now } = contents()
    expect(now).toEqual(others)
    expect(newKey).not.toBe(oldKey)
  })

  test('changes the settings that an option names, keeps those of earlier options and those of the operator', async () => {
    await report('--public-url', 'https://one.example', '--mail-from', 'Trips <trips@one.example>')
    write(
      'env/gateway.env',
      `${read('env/gateway.env')}RATE_LIMIT_PER_MINUTE=9\nTRUSTED_PROXIES=3\nSHUTDOWN_DELAY=15s\n`,
    )
    const secrets = read('secrets/gateway/DATABASE_URL')
    const { changed } = await report('--public-url', 'https://two.example/')
    expect(changed).toContain('env/geodata.env')
    const gateway = read('env/gateway.env')
    expect(gateway).toContain('PUBLIC_URL=https://two.example\n')
    expect(gateway).toMatch(/^RATE_LIMIT_PER_MINUTE=9$/m)
    expect(gateway.match(/^TRUSTED_PROXIES=.*$/gm)).toEqual(['TRUSTED_PROXIES=3'])
    expect(gateway.match(/^SHUTDOWN_DELAY=.*$/gm)).toEqual(['SHUTDOWN_DELAY=15s'])
    expect(read('env/geodata.env')).toContain('SHUTDOWN_DELAY=5s\n')
    expect(read('env/releases.env')).toContain('MAIL_FROM=Trips <trips@one.example>\n')
    expect(read('secrets/gateway/DATABASE_URL')).toBe(secrets)
    expect((await report()).changed).toEqual([])
  })

  test('takes PUBLIC_URL from the environment when it is set and no option names it, and otherwise keeps it', async () => {
    const publicUrl = async (variable: string | null, ...options: string[]) => {
      const env = variable === null ? {} : { PUBLIC_URL: variable }
      const { code, err } = await guidebook(['setup', folder, ...options], { env })
      expect(code, err).toBe(exitCodes.done)
      return /^PUBLIC_URL=(.*)$/m.exec(read('env/gateway.env'))?.[1]
    }
    expect(await publicUrl('')).toBe('http://localhost:8080')
    expect(await publicUrl('https://one.example')).toBe('https://one.example')
    expect(await publicUrl('')).toBe('https://one.example')
    expect(await publicUrl(null)).toBe('https://one.example')
    expect(await publicUrl('https://one.example', '--public-url', 'https://two.example')).toBe('https://two.example')
    const { code, err } = await guidebook(['setup', folder], { env: { PUBLIC_URL: 'ftp://hush' } })
    expect([code, err]).toEqual([exitCodes.usage, expect.stringMatching(/^.*PUBLIC_URL.*must be a URL/m)])
    expect(err).not.toContain('hush')
  })

  test('moves services to other servers with the same passwords, and stays there', async () => {
    await report()
    const passwordOf = (path: string) => new URL(read(path)).password
    const before = ['DATABASE_URL', 'AMQP_URL'].map((name) => passwordOf(`secrets/geodata/${name}`))
    write('administrator', 'postgres://admin:x@db.example:5433/postgres?sslmode=require\n')
    await report('--database-url', `@${folder}/administrator`, '--broker-url', 'amqps://admin:x@mq.example')
    rmSync(join(folder, 'administrator'))
    expect(['DATABASE_URL', 'AMQP_URL'].map((name) => passwordOf(`secrets/geodata/${name}`))).toEqual(before)
    expect(read('secrets/geodata/DATABASE_URL')).toContain('@db.example:5433/guidebook?sslmode=require')
    expect(read('secrets/geodata/AMQP_URL')).toContain('@mq.example/guidebook')
    expect(read('secrets/migrate/AMQP_URL').trim()).toBe('amqps://admin:x@mq.example/guidebook')
    expect(read('servers/rabbitmq-definitions.json')).not.toContain('administrator')
    // On a server that other programs may use, their database stays open to all roles.
    expect(read('servers/roles.sql')).not.toContain('ON DATABASE postgres')
    expect((await report()).changed).toEqual([])
  })

  test('trusts the statements of a mail server only while it is the one for trying', async () => {
    await report()
    expect(read('env/importer.env')).toMatch(/^IMPORT_AUTHSERV_ID=/m)
    for (const options of [['--imap-url', 'imaps://import:x@imap.example'], []]) {
      await report(...options)
      expect(read('env/importer.env')).not.toMatch(/IMPORT_AUTHSERV_ID|IMAP_ALLOW_CLEARTEXT/)
    }
  })

  test('leaves out Redis until an option names one', async () => {
    const names = () => [...read('env/gateway.env').matchAll(/^(REDIS_URL_FILE)=/gm)].map(([, name]) => name)
    const seen = []
    for (const options of [['--redis-url', 'none'], [], ['--redis-url', 'rediss://:x@redis.example'], []]) {
      await report(...options)
      seen.push(names().length)
    }
    expect(seen).toEqual([0, 0, 1, 1])
  })
})

describe('is refused', () => {
  test('a folder with other files, which stay as they are', async () => {
    mkdirSync(join(folder, 'photos'))
    write('notes.txt', 'mine')
    const { code, err } = await setup()
    expect([code, err]).toEqual([exitCodes.refused, expect.stringContaining('has files that setup did not create')])
    expect(contents()).toEqual({ 'notes.txt': 'mine' })
  })

  test('with all faults of the options at once, and without their values', async () => {
    const { code, err } = await setup(
      ...['--public-url', 'ftp://hush', '--database-url', 'mysql://hush', '--broker-url', 'amqp://hush', '--imap-url'],
      ...[`@${folder}/missing`, '--mail-from', 'say "hush"', '--trusted-proxies', '11', '--owner', 'hush'],
    )
    expect(code).toBe(exitCodes.usage)
    for (const name of [
      'public-url',
      'database-url',
      'broker-url',
      'imap-url',
      'mail-from',
      'trusted-proxies',
      'owner',
    ]) {
      expect(err).toContain(`--${name}`)
    }
    expect(err).not.toContain('hush')
    expect(allFiles()).toEqual([])
  })

  test('a damaged key, whose content is not shown', async () => {
    await report()
    write('secrets/builder/INTERNAL_PRIVATE_KEY', '{"d": "hush')
    const { code, err } = await setup()
    expect([code, err]).toEqual([
      exitCodes.failed,
      expect.stringContaining('secrets/builder/INTERNAL_PRIVATE_KEY is not JSON'),
    ])
    expect(err).not.toContain('hush')
  })
})

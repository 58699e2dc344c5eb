import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { run } from '@guidebook/cli'
import { readSettings } from '@guidebook/service-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceNames } from '../src/services/names.ts'
import { specs } from './configuration-reference.ts'

let folder: string

/** What the images set. */
const imageDefaults = (service: string) => ({
  HTTP_HOST: '0.0.0.0',
  HTTP_PORT: '8080',
  HEALTH_HOST: '0.0.0.0',
  HEALTH_PORT: '9090',
  ...(service === 'gateway' && { INTERNAL_PORT: '8081', ADMIN_PORT: '8082' }),
})

const settingsIn = (service: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(join(folder, `env/${service}.env`), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** The variables of a container, whose secrets are where setup wrote them. */
const environmentOf = (service: string) => {
  const mounted = Object.entries(settingsIn(service)).map(([name, value]) => [
    name,
    value.replace('/run/guidebook', join(folder, 'secrets', service)),
  ])
  return { ...imageDefaults(service), ...Object.fromEntries(mounted) }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guidebook-setup-'))
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const { signal } = new AbortController()
  const context = { env: {}, stdin, stdout, stderr, dataFolder: folder, interruption: () => signal }
  const code = await run(['setup', folder, '--public-url', 'https://trips.example'], context)
  expect([code, stderr.read()?.toString()]).toEqual([0, expect.stringContaining('Keep a copy')])
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(serviceNames)('the environment that `guidebook setup` writes for %s', (service) => {
  test('is all that the service needs', () => {
    const settings = readSettings(specs[service], environmentOf(service))
    expect(settings).toMatchObject({ PUBLIC_URL: 'https://trips.example', GATEWAY_URL: 'http://gateway:8081' })
  })

  test('has no unknown setting', () => {
    const names = Object.keys(settingsIn(service)).map((name) => name.replace(/_FILE$/, ''))
    expect(names.filter((name) => !Object.hasOwn(specs[service], name))).toEqual([])
  })

  test('has the declared secrets in files, and nothing else', () => {
    const files = readdirSync(join(folder, 'secrets', service))
    expect(files.filter((name) => specs[service][name]?.secret !== true)).toEqual([])
    const inEnvironment = Object.keys(settingsIn(service)).filter((name) => specs[service][name]?.secret)
    expect(inEnvironment).toEqual([])
    for (const name of files) expect(settingsIn(service)[`${name}_FILE`]).toBe(`/run/guidebook/${name}`)
  })

  test('has no secret that another service has, except the servers that they share', () => {
    const shared = ['OBJECT_STORE_URL', 'SMTP_URL']
    const secretsOf = (name: string) =>
      readdirSync(join(folder, 'secrets', name))
        .filter((file) => !shared.includes(file))
        .map((file) => readFileSync(join(folder, 'secrets', name, file), 'utf8'))
    const others = new Set(serviceNames.filter((name) => name !== service).flatMap(secretsOf))
    expect(secretsOf(service).filter((secret) => others.has(secret))).toEqual([])
  })
})

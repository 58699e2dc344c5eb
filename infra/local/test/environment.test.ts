import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { receiverCertificate } from '../src/services/certificate.ts'
import { serviceEnvironments } from '../src/services/environment.ts'
import { serviceKeys } from '../src/services/keys.ts'
import { forEachService, serviceNames } from '../src/services/names.ts'
import { temporaryFolder } from './temporary-folder.ts'

const settings = async () => {
  const data = temporaryFolder()
  return {
    publicUrl: 'http://127.0.0.1:1',
    ports: forEachService((service) => serviceNames.indexOf(service) + 1),
    healthPorts: forEachService((service) => serviceNames.indexOf(service) + 11),
    internalPort: 8,
    admin: { port: 9, token: 'admin-token' },
    databases: forEachService((service) => `postgres://${service}@db/guidebook`),
    amqp: forEachService((service) => `amqp://${service}@broker/guidebook`),
    objectStoreUrl: 'file:///objects',
    imapUrl: 'imap://import@mail',
    smtpUrl: 'smtp://mail',
    keys: await serviceKeys(data),
    receiver: { port: 10, morePorts: [11, 12], ...(await receiverCertificate(data)) },
    webhookSecret: 'secret',
  }
}

test('each service gets its own database, broker user and key', async () => {
  const environments = serviceEnvironments(await settings(), {})
  expect(environments.geodata.DATABASE_URL).toBe('postgres://geodata@db/guidebook')
  expect(environments.webhooks.AMQP_URL).toBe('amqp://webhooks@broker/guidebook')
  const keys = serviceNames.map((service) =>
    readFileSync((environments[service].INTERNAL_PRIVATE_KEY ?? '').slice(1), 'utf8'),
  )
  expect(new Set(keys).size).toBe(serviceNames.length)
})

test('the public keys that all services get contain no private key', async () => {
  const { INTERNAL_PUBLIC_KEYS = '' } = serviceEnvironments(await settings(), {}).gateway
  const keys = JSON.parse(INTERNAL_PUBLIC_KEYS) as Record<string, object>
  expect(Object.keys(keys)).toEqual([...serviceNames])
  for (const key of Object.values(keys)) expect(key).not.toHaveProperty('d')
})

test('only the gateway gets the admin token, and only webhooks gets the webhook key', async () => {
  const environments = serviceEnvironments(await settings(), {})
  const having = (name: string) => serviceNames.filter((service) => environments[service][name] !== undefined)
  expect(having('ADMIN_TOKEN')).toEqual(['gateway'])
  expect(having('WEBHOOK_SECRETS_KEY')).toEqual(['webhooks'])
  expect(Buffer.from(environments.webhooks.WEBHOOK_SECRETS_KEY ?? '', 'base64')).toHaveLength(32)
})

test('services call the gateway at its internal listener, and no two listeners share a port', async () => {
  const environments = serviceEnvironments(await settings(), {})
  for (const service of serviceNames) expect(environments[service].GATEWAY_URL).toBe('http://127.0.0.1:8')
  const ports = serviceNames.flatMap((service) => {
    const { HTTP_PORT, HEALTH_PORT, INTERNAL_PORT, ADMIN_PORT } = environments[service]
    return [HTTP_PORT, HEALTH_PORT, INTERNAL_PORT, ADMIN_PORT].filter((port) => port !== undefined)
  })
  expect(ports).toHaveLength(2 * serviceNames.length + 2)
  expect(new Set(ports).size).toBe(ports.length)
})

test("the caller's variables pass through, but not npm's, and they do not override the system's", async () => {
  const { gateway } = serviceEnvironments(await settings(), {
    LOG_LEVEL: 'debug',
    npm_config_x: 'y',
    HTTP_PORT: '80',
  })
  expect(gateway).toMatchObject({ LOG_LEVEL: 'debug', HTTP_PORT: '1' })
  expect(gateway).not.toHaveProperty('npm_config_x')
})

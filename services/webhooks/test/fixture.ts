import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountProjection } from '@guidebook/contracts'
import {
  createInternalClient,
  createLogger,
  type Database,
  type InternalClient,
  openDatabase,
  type RunningService,
  readSettings,
  type StatedIdentity,
} from '@guidebook/service-kit'
import {
  type MovableClock,
  movableClock,
  type TestBus,
  testBus,
  testDatabase,
  testKeys,
  testRetrySchedule,
  testVirtualHost,
} from '@guidebook/service-kit/test'
import { configFrom, spec } from '../src/config.ts'
import { migrations } from '../src/schema.ts'
import { startService } from '../src/service.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export interface Fixture {
  receiver: Receiver
  clock: MovableClock
  bus: TestBus
  gateway: InternalClient
  database: Database
  /** One more dispatcher on the same database and broker. */
  startReplica(): Promise<RunningService>
  [Symbol.asyncDispose](): Promise<void>
}

/** The service on a database and virtual host of its own, with a receiver it may reach. */
export const startFixture = async (env: Record<string, string> = {}): Promise<Fixture> => {
  const clock = movableClock('2027-03-01T12:00:00Z')
  const log = createLogger({ service: 'webhooks', level: 'silent' })
  const keys = testKeys(clock)
  const [database, amqp, receiver] = await Promise.all([
    testDatabase('webhooks', migrations),
    testVirtualHost(),
    startReceiver(),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  writeFileSync(join(folder, 'ca.pem'), receiver.certificate)
  const nowhere = 'http://127.0.0.1:9'
  const settings = readSettings(spec, {
    HTTP_PORT: '0',
    PUBLIC_URL: nowhere,
    DATABASE_URL: database.url,
    AMQP_URL: amqp,
    OBJECT_STORE_URL: `file://${folder}`,
    ...Object.fromEntries(
      ['GATEWAY', 'GEODATA', 'RELEASES', 'BUILDER', 'WEBHOOKS', 'IMPORTER'].map((name) => [`${name}_URL`, nowhere]),
    ),
    INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys.webhooks),
    INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
    SMTP_URL: 'smtp://127.0.0.1:9',
    WEBHOOK_SECRETS_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WEBHOOK_ALLOWED_PORTS: String(receiver.port),
    WEBHOOK_CA_FILE: join(folder, 'ca.pem'),
    WEBHOOK_TIMEOUT: '2s',
    ...env,
  })
  const config = configFrom(settings)
  const start = () => startService(config, { log, clock, retrySchedule: testRetrySchedule })
  const services = [await start()]
  const bus = await testBus(amqp)
  const gateway = createInternalClient({
    service: 'gateway',
    target: 'webhooks',
    baseUrl: services[0]?.url ?? '',
    issuer: keys.issuer('gateway'),
    log,
  })
  const observer = openDatabase({ url: database.url, schema: 'webhooks', service: 'test', poolMax: 2 })
  return {
    receiver,
    clock,
    bus,
    gateway,
    database: observer,
    async startReplica() {
      const replica = await start()
      services.push(replica)
      return replica
    },
    async [Symbol.asyncDispose]() {
      await gateway.stop()
      await bus[Symbol.asyncDispose]()
      await Promise.all(services.map((service) => service.stop()))
      await receiver[Symbol.asyncDispose]()
      await observer.component.stop?.()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

export const partner = (account: string): StatedIdentity => ({
  scope: 'partner',
  account,
  oid: 'SEL',
  test: false,
  actor: 'gbk_live_abc',
})

export const anAccount = (id: string = randomUUID()): AccountProjection => ({
  id,
  version: 1,
  oid: 'SEL',
  name: 'Seller',
  email: 'office@seller.example',
  type: 'reseller',
  defaultLang: 'en',
  timeZone: 'UTC',
  test: false,
  primaryColor: '#112233',
  secondaryColor: '#445566',
  logo: null,
  iosUrl: null,
  androidUrl: null,
  connections: [],
})

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountProjection, ServiceName } from '@guidebook/contracts'
import {
  createInternalClient,
  createLogger,
  type Database,
  type InternalClient,
  type ObjectStore,
  openDatabase,
  openObjectStore,
  readSettings,
  type StatedIdentity,
} from '@guidebook/service-kit'
import {
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
import { type Partner, partnerOf } from './partner.ts'

export interface Fixture {
  url: string
  bus: TestBus
  database: Database
  objectStore: ObjectStore
  /** An account that no other test knows, as the gateway lets its requests through. */
  newPartner(): Partner
  /** Asks as one of our own services. */
  clientOf(service: ServiceName): InternalClient
  [Symbol.asyncDispose](): Promise<void>
}

/** Two replicas of the service on a database and virtual host of their own; requests go to them in turn. */
export const startFixture = async (env: Record<string, string> = {}): Promise<Fixture> => {
  const log = createLogger({ service: 'geodata', level: 'silent' })
  const keys = testKeys()
  const [database, amqp] = await Promise.all([testDatabase('geodata', migrations), testVirtualHost()])
  const folder = mkdtempSync(join(tmpdir(), 'geodata-'))
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
    INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys.geodata),
    INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
    GUIDEBOOK_CHANGE_DELAY: '300ms',
    ...env,
  })
  const start = () => startService(configFrom(settings), { log, retrySchedule: testRetrySchedule })
  const replicas = await Promise.all([start(), start()])
  const bus = await testBus(amqp)
  const observer = openDatabase({ url: database.url, schema: 'geodata', service: 'test', poolMax: 2 })
  const clients: InternalClient[] = []
  let turn = 0
  const nextUrl = () => replicas[turn++ % replicas.length]?.url ?? ''
  const gateway = keys.issuer('gateway')
  return {
    url: replicas[0].url,
    bus,
    database: observer,
    objectStore: openObjectStore(`file://${folder}`),
    newPartner: () => {
      const account = randomUUID()
      return partnerOf(account, nextUrl, () => gateway.sign({ audience: 'geodata', identity: identityOf(account) }))
    },
    clientOf: (service) => {
      const issuer = keys.issuer(service)
      const client = createInternalClient({ service, target: 'geodata', baseUrl: nextUrl(), issuer, log })
      clients.push(client)
      return client
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.stop()))
      await bus[Symbol.asyncDispose]()
      await Promise.all(replicas.map((replica) => replica.stop()))
      await observer.component.stop?.()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

const identityOf = (account: string): StatedIdentity => ({
  scope: 'partner',
  account,
  oid: 'OPR',
  test: false,
  actor: 'gbk_live_abc',
})

export const anAccount = (id: string, version = 1, defaultLang = 'de'): AccountProjection => ({
  id,
  version,
  oid: id.slice(0, 3).toUpperCase(),
  name: 'Operator',
  email: 'office@operator.example',
  type: 'operator',
  defaultLang,
  timeZone: 'UTC',
  test: false,
  primaryColor: '#112233',
  secondaryColor: '#445566',
  logo: null,
  iosUrl: null,
  androidUrl: null,
  connections: [],
})

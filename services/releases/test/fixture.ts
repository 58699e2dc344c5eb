import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountProjection, ServiceName } from '@guidebook/contracts'
import {
  createLogger,
  type Database,
  type ObjectStore,
  openDatabase,
  openObjectStore,
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
import { anAccount, connect } from './accounts.ts'
import { addGuidebook, type Neighbours, startNeighbours } from './neighbours.ts'
import { type Answer, type Partner, partnerOf, type Send, sender } from './partner.ts'

export interface Fixture {
  bus: TestBus
  clock: MovableClock
  /** Of the service, for looking. */
  database: Database
  objectStore: ObjectStore
  neighbours: Neighbours
  url: string
  /** An account that no other test knows, with the guidebook GB-1. */
  newPartner(fields?: Partial<AccountProjection>): Partner
  /** The same, connected with the operator. */
  newSeller(operator: Partner, fields?: Partial<AccountProjection>): Partner
  /** Asks as one of our own services. */
  asService(service: ServiceName): { get: Send; post: Send }
  /** Looks at a Trip Link as a browser does. */
  visit(path: string, headers?: Record<string, string>): Promise<Answer>
  /** What the gateway adds to a traveller's request, for a browser to send. */
  travellerHeaders(): Promise<Record<string, string>>
  /** Mails that were queued, by their recipient. */
  mailsTo(address: string): Promise<{ subject: string; text: string; html: string }[]>
  [Symbol.asyncDispose](): Promise<void>
}

export const publicUrl = 'https://guidebook.example'

/** Two replicas of the service on a database, a virtual host and an object store of their own; requests go to them in turn. */
export async function startFixture(now = '2026-06-01T12:00:00Z'): Promise<Fixture> {
  const log = createLogger({
    service: 'releases',
    level: process.env.TEST_LOG_LEVEL === undefined ? 'silent' : 'debug',
  })
  const clock = movableClock(now)
  const keys = testKeys(clock)
  const [database, amqp, neighbours] = await Promise.all([
    testDatabase('releases', migrations),
    testVirtualHost(),
    startNeighbours(keys, log),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'releases-'))
  const nowhere = 'http://127.0.0.1:9'
  const settings = readSettings(spec, {
    HTTP_PORT: '0',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: database.url,
    AMQP_URL: amqp,
    OBJECT_STORE_URL: `file://${folder}`,
    // Mails stay where they are queued.
    SMTP_URL: 'smtp://127.0.0.1:9',
    GATEWAY_URL: neighbours.gatewayUrl,
    GEODATA_URL: neighbours.geodataUrl,
    ...Object.fromEntries(['RELEASES', 'BUILDER', 'WEBHOOKS', 'IMPORTER'].map((name) => [`${name}_URL`, nowhere])),
    INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys.releases),
    INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
  })
  const start = () => startService(configFrom(settings), { log, clock, retrySchedule: testRetrySchedule })
  const replicas = await Promise.all([start(), start()])
  const bus = await testBus(amqp)
  const observer = openDatabase({ url: database.url, schema: 'releases', service: 'test', poolMax: 2 })
  let turn = 0
  const nextUrl = () => replicas[turn++ % replicas.length]?.url ?? ''
  const signed = (service: ServiceName, identity: StatedIdentity) => () =>
    keys.issuer(service).sign({ audience: 'releases', identity })
  const newPartner = (fields?: Partial<AccountProjection>): Partner => {
    const account = anAccount(fields)
    neighbours.accounts.push(account)
    addGuidebook(neighbours, account.id)
    return partnerOf(account, sender(nextUrl, signed('gateway', identityOf(account))))
  }
  const asTraveller = signed('gateway', { ...nobody, scope: 'traveller', actor: 'traveller' })
  const visitor = sender(nextUrl, asTraveller)
  return {
    bus,
    clock,
    database: observer,
    objectStore: openObjectStore(`file://${folder}`),
    neighbours,
    url: replicas[0].url,
    newPartner,
    newSeller(operator, fields) {
      const seller = newPartner({ type: 'reseller', ...fields })
      connect(operator.account, seller.account)
      return seller
    },
    asService(service) {
      const send = sender(nextUrl, signed(service, { ...nobody, scope: 'service', actor: service }))
      return { get: send('GET'), post: send('POST') }
    },
    visit: (path, headers) => visitor('GET')(path, undefined, { accept: 'text/html,*/*;q=0.8', ...headers }),
    travellerHeaders: async () => ({ authorization: `Bearer ${await asTraveller()}` }),
    async mailsTo(address) {
      const rows = await observer.knex('outgoing_mails').whereRaw("content->>'to' = ?", [address]).orderBy('created_at')
      return rows.map(({ content }) => content)
    },
    async [Symbol.asyncDispose]() {
      await bus[Symbol.asyncDispose]()
      await Promise.all(replicas.map((replica) => replica.stop()))
      await observer.component.stop?.()
      await neighbours.stop()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

const nobody = { account: null, oid: null, test: false } as const

const identityOf = ({ id, oid, test }: AccountProjection): StatedIdentity => ({
  scope: 'partner',
  account: id,
  oid,
  test,
  actor: 'gbk_live_abc',
})

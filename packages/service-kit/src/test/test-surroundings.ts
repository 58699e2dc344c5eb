import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceName } from '@guidebook/contracts'
import { createInternalClient, type InternalClient } from '../client/index.ts'
import { type Clock, systemClock } from '../clock/index.ts'
import { type Database, openDatabase } from '../database/index.ts'
import type { Route } from '../http/index.ts'
import { createLogger, type Logger } from '../log/index.ts'
import { type ObjectStore, openObjectStore } from '../object-store/index.ts'
import { playService } from './play-service.ts'
import { type TestBus, testBus } from './test-bus.ts'
import { testDatabase } from './test-database.ts'
import { testEnvironment } from './test-environment.ts'
import { type TestKeys, testKeys } from './test-keys.ts'
import { testVirtualHost } from './test-virtual-host.ts'

/** All that a service under test has around it, of the test file's own. */
export interface TestSurroundings {
  /** Silent, unless TEST_LOG_LEVEL is set. */
  log: Logger
  keys: TestKeys
  bus: TestBus
  /** The service's database, for looking. */
  database: Database
  objectStore: ObjectStore
  /** The object store's folder; a test may lay files of its own there. */
  folder: string
  /** What every service is told; the others are at these addresses, or nowhere. */
  environment(urls?: Partial<Record<ServiceName, string>>): Record<string, string>
  /** Plays another service; answers its address. */
  play(service: ServiceName, routes: readonly Route[]): Promise<string>
  /** Asks the service under test, which is at the address, as another one of ours. */
  clientOf(caller: ServiceName, url: string): InternalClient
  /** Hands over what must end before the surroundings do: replicas, above all. */
  use<T extends AsyncDisposable>(thing: T): T
  /** Ends everything, the latest first. */
  [Symbol.asyncDispose](): Promise<void>
}

/** A migrated database, a virtual host, an object store, keys by this clock, and the other ends of them. */
export async function testSurroundings(
  service: ServiceName,
  migrations: URL,
  { clock = systemClock }: { clock?: Clock } = {},
): Promise<TestSurroundings> {
  await using opened = new AsyncDisposableStack()
  const log = createLogger({ service, level: process.env.TEST_LOG_LEVEL === undefined ? 'silent' : 'debug' })
  const keys = testKeys(clock)
  const folder = mkdtempSync(join(tmpdir(), `${service}-`))
  opened.defer(() => rmSync(folder, { recursive: true }))
  const objectStoreUrl = `file://${folder}`
  const { url: databaseUrl, schema } = opened.use(await testDatabase(service, migrations))
  const database = openDatabase({ url: databaseUrl, schema, service: 'test', poolMax: 2 })
  opened.defer(async () => database.component.stop?.())
  const amqpUrl = await testVirtualHost()
  const bus = opened.use(await testBus(amqpUrl))
  const stack = opened.move()
  return {
    log,
    keys,
    bus,
    database,
    objectStore: await openObjectStore(objectStoreUrl),
    folder,
    environment: (urls = {}) => testEnvironment({ service, keys, databaseUrl, amqpUrl, objectStoreUrl, urls }),
    play: async (other, routes) => stack.use(await playService(other, routes, { keys, log })).url,
    clientOf(caller, baseUrl) {
      const client = createInternalClient({
        service: caller,
        target: service,
        baseUrl,
        issuer: keys.issuer(caller),
        log,
      })
      stack.defer(async () => client.stop())
      return client
    },
    use: (thing) => stack.use(thing),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceName, serviceNames } from '@guidebook/contracts'
import { createInternalClient, type InternalClient } from '../client/internal-client.ts'
import { type Clock, systemClock } from '../clock/clock.ts'
import { openDatabase } from '../database/index.ts'
import { createApp } from '../http/app.ts'
import type { Route } from '../http/index.ts'
import { httpServer } from '../http/server.ts'
import { createLogger, type Logger } from '../log/index.ts'
import { openObjectStore } from '../object-store/index.ts'
import { meter } from '../telemetry/index.ts'
import { testBus } from './test-bus.ts'
import { testDatabase } from './test-database.ts'
import { type TestKeys, testKeys } from './test-keys.ts'
import { testVirtualHost } from './test-virtual-host.ts'

/** An address where no server listens. */
const nowhere = 'http://127.0.0.1:9'

export type TestSurroundings = Awaited<ReturnType<typeof testSurroundings>>

/** All dependencies of a service under test: a migrated database, a virtual host, an object store, keys by this clock, stubs of other services. */
export async function testSurroundings(
  service: ServiceName,
  migrations: URL,
  { clock = systemClock }: { clock?: Clock } = {},
) {
  await using opened = new AsyncDisposableStack()
  // Silent, unless TEST_LOG_LEVEL is set.
  const log = createLogger({ service, level: process.env.TEST_LOG_LEVEL === undefined ? 'silent' : 'debug' })
  const keys = testKeys(clock)
  const folder = mkdtempSync(join(tmpdir(), `${service}-`))
  opened.defer(() => rmSync(folder, { recursive: true }))
  const objectStoreUrl = `file://${folder}`
  const { url: databaseUrl, schema } = opened.use(await testDatabase(service, migrations))
  const database = openDatabase({ url: databaseUrl, schema, service: 'test', poolMax: 2 })
  opened.defer(async () => database.component.stop?.())
  const amqpUrl = await testVirtualHost(service)
  const bus = opened.use(await testBus(amqpUrl))
  const stack = opened.move()
  return {
    log,
    keys,
    bus,
    /** The service's database, for tests to read. */
    database,
    objectStore: await openObjectStore(objectStoreUrl),
    /** The object store's folder; a test may add files there. */
    folder,
    /**
     * The environment of the service, which listens at any free port. Other services are at `urls`, or at an address without a server.
     */
    environment: (urls: Partial<Record<ServiceName, string>> = {}): Record<string, string> => ({
      HTTP_PORT: '0',
      HEALTH_PORT: '0',
      PUBLIC_URL: nowhere,
      DATABASE_URL: databaseUrl,
      AMQP_URL: amqpUrl,
      OBJECT_STORE_URL: objectStoreUrl,
      ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, urls[name] ?? nowhere])),
      INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys[service]),
      INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
    }),
    /** Starts a stub of another service. Returns its address. */
    play: async (other: ServiceName, routes: readonly Route[]): Promise<string> =>
      stack.use(await playService(other, routes, { keys, log })).url,
    /** A client that calls the service under test, at `baseUrl`, as another service. */
    clientOf(caller: ServiceName, baseUrl: string): InternalClient {
      const issuer = keys.issuer(caller)
      const client = createInternalClient({ service: caller, target: service, baseUrl, issuer, log })
      stack.defer(async () => client.stop())
      return client
    },
    /** Registers something that is disposed before the surroundings, such as a replica. */
    use: <T extends AsyncDisposable>(thing: T): T => stack.use(thing),
    /** Disposes everything, in reverse order. */
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/**
 * A stub of another service with some of its operations, over HTTP. Tokens, requests and responses are checked by the contract as in
 * the real service, so that a test cannot rely on anything outside the contract.
 */
async function playService(
  service: ServiceName,
  routes: readonly Route[],
  { keys, log }: { keys: TestKeys; log: Logger },
): Promise<AsyncDisposable & { url: string }> {
  const app = createApp({
    service,
    routes,
    verifier: keys.verifier(service),
    log,
    metrics: meter(service),
    maxBodyBytes: 64 * 1024 * 1024,
    publicUrl: 'http://localhost',
  })
  // A stopped client may leave a request unfinished; do not wait for it.
  const server = httpServer(app, { host: '127.0.0.1', port: 0, drainMs: 100 })
  await server.start?.()
  return { url: server.url, [Symbol.asyncDispose]: async () => server.stop?.() }
}

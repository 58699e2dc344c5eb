import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImageRef, MessageData, PublishedGuidebook } from '@guidebook/contracts'
import {
  createLogger,
  type Database,
  type ObjectStore,
  openDatabase,
  openObjectStore,
  type RunningService,
  readSettings,
} from '@guidebook/service-kit'
import {
  breakableProxy,
  eventually,
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
import { type Neighbours, startNeighbours } from './neighbours.ts'

export type Completed = MessageData<'build.completed.v1'>
type Heard<T> = { id: string; data: T }[]

export interface Fixture {
  bus: TestBus
  database: Database
  store: ObjectStore
  neighbours: Neighbours
  /** Cuts builder off from geodata, and gives it back. */
  geodata: { down(): void; up(): void }
  completed: Heard<Completed>
  failed: Heard<MessageData<'build.failed.v1'>>
  progressed: Heard<MessageData<'build.progressed.v1'>>
  /** What a builder is told by its environment. */
  environment: Readonly<Record<string, string>>
  /** Starts one more builder. */
  start(settings?: Record<string, string>): Promise<RunningService>
  /** Asks for a build, as releases does. */
  request(data: MessageData<'release.build-requested.v1'>, options?: { id?: string }): Promise<string>
  /** What the build of this release and generation ended with. */
  completion(of: { release: number; generation: number }): Promise<Completed>
  pageOf(completed: Completed): Promise<PublishedGuidebook>
  keepImage(bytes: Buffer, mediaType?: string): Promise<ImageRef>
  [Symbol.asyncDispose](): Promise<void>
}

const nowhere = 'http://127.0.0.1:9'

/** A database, a virtual host, an object store and neighbours of the test file's own; builders are started by the tests. */
export async function startFixture(): Promise<Fixture> {
  const log = createLogger({ service: 'builder', level: process.env.TEST_LOG_LEVEL === undefined ? 'silent' : 'debug' })
  const keys = testKeys()
  const [testDb, amqp, neighbours] = await Promise.all([
    testDatabase('builder', migrations),
    testVirtualHost(),
    startNeighbours(keys, log),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'builder-'))
  const geodata = await breakableProxy(neighbours.geodataUrl)
  const environment: Record<string, string> = {
    HTTP_PORT: '0',
    PUBLIC_URL: 'https://guidebook.example',
    DATABASE_URL: testDb.url,
    AMQP_URL: amqp,
    OBJECT_STORE_URL: `file://${folder}`,
    GEODATA_URL: geodata.url,
    RELEASES_URL: neighbours.releasesUrl,
    ...Object.fromEntries(['GATEWAY', 'BUILDER', 'WEBHOOKS', 'IMPORTER'].map((name) => [`${name}_URL`, nowhere])),
    INTERNAL_PRIVATE_KEY: JSON.stringify(keys.privateKeys.builder),
    INTERNAL_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
    BUILD_LEASE: '2s',
    BUILD_HEARTBEAT: '200ms',
    BUILD_POLL: '100ms',
    RENDER_THREADS: '1',
  }
  const running: RunningService[] = []
  const start = async (settings: Record<string, string> = {}) => {
    const config = configFrom(readSettings(spec, { ...environment, ...settings }))
    const service = await startService(config, { log, retrySchedule: testRetrySchedule })
    running.push(service)
    return service
  }
  const bus = await testBus(amqp)
  const [completed, failed, progressed] = [
    await bus.hear('releases', 'build.completed.v1'),
    await bus.hear('releases', 'build.failed.v1'),
    await bus.hear('releases', 'build.progressed.v1'),
  ]
  const database = openDatabase({ url: testDb.url, schema: 'builder', service: 'test', poolMax: 2 })
  const store = openObjectStore(`file://${folder}`)
  return {
    ...{ bus, database, store, neighbours, geodata, completed, failed, progressed, start, environment },
    request: (data, options) => bus.send('release.build-requested.v1', data, options),
    completion: ({ release, generation }) =>
      eventually(() => completed.find(({ data }) => data.release === release && data.generation === generation)?.data, {
        timeoutMs: 20_000,
      }),
    pageOf: async ({ artifacts }) => JSON.parse((await store.read(artifacts.page.key)).toString()),
    async keepImage(bytes, mediaType = 'image/jpeg') {
      const {
        key,
        sha256,
        bytes: size,
      } = await store.putByContent('geodata/account', bytes, { contentType: mediaType })
      return { key, sha256, mediaType, bytes: size }
    },
    async [Symbol.asyncDispose]() {
      await bus[Symbol.asyncDispose]()
      await Promise.all(running.map((service) => service.stop()))
      await database.component.stop?.()
      await geodata.close()
      await neighbours.stop()
      await testDb.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

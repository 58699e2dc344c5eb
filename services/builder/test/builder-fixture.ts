import type { ImageRef, MessageData, PublishedGuidebook } from '@guidebook/contracts'
import { type Database, type ObjectStore, type RunningService, readSettings } from '@guidebook/service-kit'
import {
  breakableProxy,
  eventually,
  type TestBus,
  testRetrySchedule,
  testSurroundings,
} from '@guidebook/service-kit/test'
import { configFrom, spec } from '../src/config.ts'
import { migrations } from '../src/schema.ts'
import { type BuilderOverrides, startService } from '../src/service.ts'
import { latestRelease } from './fixtures.ts'
import { sharedWorkers } from './shared-workers.ts'
import { type StubServices, startStubServices } from './stub-services.ts'

export type Completed = MessageData<'build.completed.v1'>
type Received<T> = { id: string; data: T }[]

export interface Fixture {
  bus: TestBus
  database: Database
  store: ObjectStore
  stubs: StubServices
  /** Makes geodata unavailable, and available again. */
  geodata: { down(): void; up(): void }
  completed: Received<Completed>
  failed: Received<MessageData<'build.failed.v1'>>
  progressed: Received<MessageData<'build.progressed.v1'>>
  clientOf: Awaited<ReturnType<typeof testSurroundings>>['clientOf']
  /** Environment variables of a builder. */
  environment: Readonly<Record<string, string>>
  /** Starts one more builder. Its workers are those of the process unless `overrides` replaces them; undefined: its own. */
  start(settings?: Record<string, string>, overrides?: BuilderOverrides): Promise<RunningService>
  /** Requests a build, like releases. */
  request(data: MessageData<'release.build-requested.v1'>, options?: { id?: string }): Promise<string>
  /** Waits for the completion of this release and generation. */
  completion(of: { release: number; generation: number }): Promise<Completed>
  pageOf(completed: Completed): Promise<PublishedGuidebook>
  keepImage(bytes: Buffer, mediaType?: string): Promise<ImageRef>
  /** Stops the builders and forgets everything, for the next test of the file: cheaper than another database and virtual host. */
  reset(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** `eventually` with a time-out for a machine that runs many tests at once. */
export const inTime: typeof eventually = (look, options) => eventually(look, { timeoutMs: 60_000, ...options })

/** A database, a virtual host, an object store and stub services for one test file. The tests start builders. */
export async function startFixture(): Promise<Fixture> {
  const surroundings = await testSurroundings('builder', migrations)
  const { log, bus, database, objectStore: store } = surroundings
  const stubs = await startStubServices(surroundings)
  const geodata = surroundings.use(await breakableProxy(stubs.geodataUrl))
  const environment: Record<string, string> = {
    ...surroundings.environment({ geodata: geodata.url, releases: stubs.releasesUrl }),
    PUBLIC_URL: 'https://guidebook.example',
    BUILD_LEASE: '2s',
    BUILD_HEARTBEAT: '200ms',
    BUILD_POLL: '100ms',
    RENDER_WORKERS: '1',
  }
  const workers = await sharedWorkers()
  const start = async (settings: Record<string, string> = {}, overrides: BuilderOverrides = {}) => {
    const config = configFrom(readSettings(spec, { ...environment, ...settings }))
    const all = { log, retrySchedule: testRetrySchedule, ...workers, ...overrides }
    const service = surroundings.use(await startService(config, all))
    started.push(service)
    return service
  }
  const started: RunningService[] = []
  const tables = 'builds turns artifacts build_objects translations translation_usage logos tiles outbox inbox'.split(
    ' ',
  )
  /** Messages about earlier releases may still arrive after a reset. */
  let earlier = 0
  const current = <T extends { release: number }>(heard: Received<T>) =>
    earlier === 0 ? heard : heard.filter(({ data }) => data.release > earlier)
  const [completed, failed, progressed] = [
    await bus.hear('releases', 'build.completed.v1'),
    await bus.hear('releases', 'build.failed.v1'),
    await bus.hear('releases', 'build.progressed.v1'),
  ]
  return {
    bus,
    database,
    store,
    stubs,
    geodata,
    start,
    clientOf: surroundings.clientOf,
    environment,
    get completed() {
      return current(completed)
    },
    get failed() {
      return current(failed)
    },
    get progressed() {
      return current(progressed)
    },
    async reset() {
      earlier = latestRelease()
      stubs.before = () => undefined
      await Promise.all(started.splice(0).map((service) => service.stop()))
      geodata.up()
      for (const list of [stubs.guidebooks, stubs.items]) list.length = 0
      for (const map of [stubs.tracks, stubs.stored, stubs.inputs, stubs.calls]) map.clear()
      for (const table of tables) await database.knex(table).delete()
    },
    request: (data, options) => bus.send('release.build-requested.v1', data, options),
    completion: ({ release, generation }) =>
      inTime(() => completed.find(({ data }) => data.release === release && data.generation === generation)?.data),
    pageOf: async ({ artifacts }) => JSON.parse((await store.read(artifacts.page.key)).toString()),
    async keepImage(bytes, mediaType = 'image/jpeg') {
      const {
        key,
        sha256,
        bytes: size,
      } = await store.putByContent('geodata/account', bytes, { contentType: mediaType })
      return { key, sha256, mediaType, bytes: size }
    },
    [Symbol.asyncDispose]: () => surroundings[Symbol.asyncDispose](),
  }
}

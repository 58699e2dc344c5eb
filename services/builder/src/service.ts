import {
  type Component,
  FairSemaphore,
  type ObjectStore,
  type Overrides,
  openObjectStore,
  type RunningService,
  type ServiceParts,
  startParts,
} from '@guidebook/service-kit'
import { createFetcher } from '@guidebook/service-kit/outbound'
import { artifactQueries } from './artifact/queries.ts'
import { openBasemaps } from './basemap/open-basemaps.ts'
import { logoQueries } from './brand/logo-queries.ts'
import { holdBuilds } from './claims/held-builds.ts'
import { buildQueries } from './claims/queries.ts'
import { reclaimLoop } from './claims/reclaim-loop.ts'
import { reportQueries } from './claims/report-queries.ts'
import type { BuilderConfig } from './config.ts'
import { createImageDecoder, type ImageDecoder } from './image/image-decoder.ts'
import { createRenderer, type Renderer } from './render/renderer.ts'
import { migrateCommand, migrations, schema } from './schema.ts'
import { objectSweeper } from './sweep/object-sweeper.ts'
import { openTranslation } from './translation/open-translation.ts'
import { buildRequested } from './work-loop/build-requested.ts'
import { buildMetrics } from './work-loop/metrics.ts'
import { workLoops } from './work-loop/work-loops.ts'
import { workerMetrics } from './worker-pool/worker-metrics.ts'

/** Shortest time between two progress reports of a build. */
const progressEveryMs = 250
/** More than any logo for web pages has. */
const mostLogoBytes = 1024 * 1024

export interface BuilderOverrides extends Overrides {
  /** Replace the builder's own workers. The caller starts and stops them. */
  renderer?: Renderer | undefined
  decoder?: ImageDecoder | undefined
}

/** Starts the builder: database, schema, broker, workers, work loops, HTTP. Stops them in reverse. */
export function startService(config: BuilderConfig, overrides: BuilderOverrides = {}): Promise<RunningService> {
  const description = { service: 'builder', schema, migrations, migrateCommand } as const
  return startParts(description, config.settings, overrides, async (parts) => {
    const store = await openObjectStore(config.settings.OBJECT_STORE_URL)
    return { routes: [], components: builderComponents(config, parts, store, overrides), checks: [store.check] }
  })
}

function builderComponents(
  { settings, renderMemory, imageMemory, logoSources, basemaps: providers, translation: provider }: BuilderConfig,
  { database, broker, client, clock, log }: ServiceParts,
  store: ObjectStore,
  overrides: BuilderOverrides,
): Component[] {
  const builds = buildQueries(database.knex)
  const pool = {
    memoryLimit: renderMemory,
    timeoutMs: settings.RENDER_TIMEOUT,
    idleMs: settings.RENDER_IDLE,
    log,
  }
  const renderer = overrides.renderer ?? createRenderer({ ...pool, workers: settings.RENDER_WORKERS })
  const decoder =
    overrides.decoder ??
    createImageDecoder({
      ...pool,
      workers: settings.IMAGE_PARALLELISM,
      imageTimeoutMs: settings.IMAGE_TIMEOUT,
      decodingMemory: imageMemory,
    })
  const ownPools = [renderer, decoder].filter((one) => one !== overrides.renderer && one !== overrides.decoder)
  workerMetrics(() => [...renderer.workers(), ...decoder.workers()])
  const logoFetcher = createFetcher({
    ...logoSources,
    timeoutMs: settings.LOGO_TIMEOUT,
    mostBytes: mostLogoBytes,
    userAgent: 'guidebook-builder',
  })
  const held = holdBuilds({
    builds,
    leaseMs: settings.BUILD_LEASE,
    heartbeatMs: settings.BUILD_HEARTBEAT,
    log,
  })
  const drawingSlots = new FairSemaphore({ capacity: settings.IMAGE_PARALLELISM, reserved: 1 })
  const publicUrl = settings.PUBLIC_URL
  const opened = providers && openBasemaps(providers, { database, store, drawingSlots, publicUrl, log })
  const translating = provider && openTranslation(provider, database, log)
  const loops = workLoops({
    builds,
    reports: reportQueries(database),
    context: {
      geodata: client('geodata'),
      releases: client('releases'),
      store,
      renderer,
      artifacts: artifactQueries(database.knex),
      logos: logoQueries(database.knex),
      logoFetcher,
      basemaps: opened?.basemaps ?? null,
      translation: translating?.translation ?? null,
      drawingSlots,
      decoder,
      budgets: { renderMs: settings.RENDER_BUDGET, decodeMs: settings.IMAGE_BUDGET },
    },
    held,
    maxAttempts: settings.BUILD_ATTEMPTS,
    progressEveryMs,
    parallelism: settings.BUILD_PARALLELISM,
    reserved: settings.BUILD_RESERVED,
    leaseMs: settings.BUILD_LEASE,
    pollMs: settings.BUILD_POLL,
    timeoutMs: settings.BUILD_TIMEOUT,
    ended: buildMetrics(builds, log),
    log,
  })
  const reclaiming = reclaimLoop({
    database,
    maxLosses: settings.BUILD_LOSSES,
    everyMs: settings.BUILD_HEARTBEAT,
    reclaimed: loops.wake,
    log,
  })
  const subscription = broker.subscribe('release.build-requested.v1', buildRequested(held, loops))
  const sweeper = objectSweeper({ database, store, now: () => clock.now(), log })
  const translator = translating ? [translating.translator] : []
  const tiles = opened ? [opened.fetcher] : []
  const fetcher = { name: 'logo fetcher', stop: () => logoFetcher.close() }
  return [fetcher, ...tiles, ...translator, ...ownPools, loops, reclaiming, subscription, sweeper]
}

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
import { objectSweeper } from './artifact/object-sweeper.ts'
import { artifactQueries } from './artifact/queries.ts'
import { buildRequested } from './build/build-requested.ts'
import { holdBuilds } from './build/held-builds.ts'
import { buildMetrics } from './build/metrics.ts'
import { buildQueries } from './build/queries.ts'
import { reclaimLoop } from './build/reclaim-loop.ts'
import { reportQueries } from './build/report-queries.ts'
import { workLoops } from './build/work-loops.ts'
import type { BuilderConfig } from './config.ts'
import { openGrounds } from './ground/open-grounds.ts'
import { createPictureDecoder } from './image/picture-decoder.ts'
import { logoQueries } from './logo/queries.ts'
import { renderMetrics } from './render/render-metrics.ts'
import { createRenderer, type Renderer } from './render/renderer.ts'
import { migrateCommand, migrations, schema } from './schema.ts'
import { openTranslation } from './translation/open-translation.ts'

/** Least time between two reports about one build, milliseconds. */
const progressEveryMs = 250
/** No logo that is meant for a page has more. */
const mostLogoBytes = 1024 * 1024

export interface BuilderOverrides extends Overrides {
  /** Draws instead of workers of this builder's own; whoever gives it starts and stops it. */
  renderer?: Pick<Renderer, 'forBuild' | 'workers'>
}

/** Starts builder: database, schema, broker, render workers, build loops, HTTP; stops them in reverse. */
export function startService(config: BuilderConfig, overrides: BuilderOverrides = {}): Promise<RunningService> {
  const description = { service: 'builder', schema, migrations, migrateCommand } as const
  return startParts(description, config.settings, overrides, async (parts) => {
    const store = await openObjectStore(config.settings.OBJECT_STORE_URL)
    return { routes: [], components: builderComponents(config, parts, store, overrides), checks: [store.check] }
  })
}

function builderComponents(
  { settings, renderMemory, imageMemory, logoSources, grounds: providers, translation: provider }: BuilderConfig,
  { database, broker, client, clock, log }: ServiceParts,
  store: ObjectStore,
  overrides: BuilderOverrides,
): Component[] {
  const builds = buildQueries(database.knex)
  const ownRenderer = createRenderer({
    workers: settings.RENDER_WORKERS,
    memoryLimit: renderMemory,
    timeoutMs: settings.RENDER_TIMEOUT,
    idleMs: settings.RENDER_IDLE,
    log,
  })
  const renderer = overrides.renderer ?? ownRenderer
  const decoder = createPictureDecoder({
    workers: settings.IMAGE_PARALLELISM,
    memoryLimit: renderMemory,
    timeoutMs: settings.RENDER_TIMEOUT,
    pictureTimeoutMs: settings.IMAGE_TIMEOUT,
    decodingMemory: imageMemory,
    idleMs: settings.RENDER_IDLE,
    log,
  })
  renderMetrics({ workers: () => [...renderer.workers(), ...decoder.workers()] })
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
  const opened = providers && openGrounds(providers, { database, store, drawingSlots, publicUrl, log })
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
      grounds: opened?.grounds ?? null,
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
  const drawing = overrides.renderer ? [decoder] : [ownRenderer, decoder]
  return [fetcher, ...tiles, ...translator, ...drawing, loops, reclaiming, subscription, sweeper]
}

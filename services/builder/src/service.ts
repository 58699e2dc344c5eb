import {
  type Component,
  createOrphanSweeper,
  FairSemaphore,
  type ObjectStore,
  type Overrides,
  openObjectStore,
  type Route,
  type RunningService,
  type ServiceParts,
  startParts,
} from '@guidebook/service-kit'
import { createFetcher } from '@guidebook/service-kit/outbound'
import { artifactQueries } from './artifact/queries.ts'
import { openBasemaps } from './basemap/basemap-sources.ts'
import { logoQueries } from './brand/logo-queries.ts'
import { logoRoutes } from './brand/preview-logo.ts'
import { diagnosisRoutes } from './claims/diagnosis.ts'
import { holdBuilds } from './claims/held-builds.ts'
import { buildQueries } from './claims/queries.ts'
import { reclaimLoop } from './claims/reclaim-loop.ts'
import { reportQueries } from './claims/report-queries.ts'
import type { BuilderConfig } from './config.ts'
import { createImageDecoder, type ImageDecoder } from './image/image-decoder.ts'
import { createRenderer, type Renderer } from './render/renderer.ts'
import { migrations } from './schema.ts'
import { createArtifactSweeper } from './sweep/artifacts.ts'
import { builderRules } from './sweep/retention.ts'
import { findUnusedObjects } from './sweep/unused-objects.ts'
import { translationRoutes } from './translation/routes.ts'
import { openTranslation } from './translation/translate-texts.ts'
import { buildMetrics } from './work-loop/metrics.ts'
import { buildRequested, workLoops } from './work-loop/work-loops.ts'

/** More than any logo for web pages has. */
const mostLogoBytes = 1024 * 1024

export interface BuilderOverrides extends Overrides {
  /** Replace the builder's own workers. The caller starts and stops them. */
  renderer?: Renderer | undefined
  decoder?: ImageDecoder | undefined
}

/** Starts the builder: database, schema, broker, workers, work loops, HTTP. Stops them in reverse. */
export function startService(config: BuilderConfig, overrides: BuilderOverrides = {}): Promise<RunningService> {
  const description = { service: 'builder', migrations } as const
  return startParts(description, config.settings, overrides, async (parts) => {
    const store = await openObjectStore(config.settings.OBJECT_STORE_URL)
    const { components, ...builder } = assemble(config, parts, store, overrides)
    const routes = [...builder.routes, ...diagnosisRoutes(parts.database), ...translationRoutes(parts.database)]
    return { routes, components, checks: [store.check], retention: builderRules(config.settings) }
  })
}

function assemble(
  { settings, renderMemory, imageMemory, logoSources, basemaps: tiles, translation }: BuilderConfig,
  { database, broker, client, clock, log }: ServiceParts,
  store: ObjectStore,
  overrides: BuilderOverrides,
): { components: Component[]; routes: Route[] } {
  const builds = buildQueries(database.knex)
  const pool = { memoryLimit: renderMemory, timeoutMs: settings.RENDER_TIMEOUT, idleMs: settings.RENDER_IDLE, log }
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
  const logoFetcher = createFetcher({
    ...logoSources,
    timeoutMs: settings.LOGO_TIMEOUT,
    mostBytes: mostLogoBytes,
    userAgent: 'guidebook-builder',
  })
  const { basemaps, component: basemapSources } = openBasemaps(tiles, { database, publicUrl: settings.PUBLIC_URL, log })
  const translating =
    translation && openTranslation({ ...translation, buildTimeoutMs: settings.BUILD_TIMEOUT }, database, log)
  const held = holdBuilds(builds, settings, log)
  const logos = { logos: logoQueries(database.knex), store, logoFetcher, renderer, decoder }
  const loops = workLoops({
    builds,
    held,
    settings,
    log,
    reports: reportQueries(database),
    context: {
      geodata: client('geodata'),
      releases: client('releases'),
      ...logos,
      artifacts: artifactQueries(database.knex),
      basemaps,
      translation: translating,
      drawingSlots: new FairSemaphore({ capacity: settings.IMAGE_PARALLELISM, reserved: 1 }),
      budgets: { renderMs: settings.RENDER_BUDGET, decodeMs: settings.IMAGE_BUDGET },
    },
    ended: buildMetrics(builds, () => [...renderer.workers(), ...decoder.workers()], log),
  })
  const components = [
    { name: 'logo fetcher', stop: () => logoFetcher.close() },
    basemapSources,
    ...(translating ? [translating.translator] : []),
    ...ownPools,
    loops,
    reclaimLoop(database, settings, loops.wake, log),
    broker.subscribe('release.build-requested.v1', buildRequested(held, loops)),
    createArtifactSweeper(database, log),
    createOrphanSweeper({
      objectStore: store,
      clock,
      log,
      prefix: 'builder/',
      findUnused: (account, keys) => findUnusedObjects(database.knex, account, keys),
    }),
  ]
  return { components, routes: logoRoutes(logos) }
}

import type { Component, Database, FairSemaphore, Logger, ObjectStore } from '@guidebook/service-kit'
import { createFetcher } from '@guidebook/service-kit/outbound'
import type { BasemapProviders } from './basemap-settings.ts'
import type { BasemapContext } from './prepare-basemaps.ts'
import { tileQueries } from './tile-queries.ts'
import { tileSource } from './tile-source.ts'

/** Time limit of one tile, as a share of the limit for all. */
const shareOfOne = 1 / 3
/** More than a hardly compressed photograph of 512 x 512 pixels. */
const mostTileBytes = 1024 * 1024

export interface BasemapParts {
  database: Pick<Database, 'knex'>
  store: ObjectStore
  drawingSlots: FairSemaphore
  /** Sent to tile providers in `User-Agent`, so that they can contact the operator. */
  publicUrl: string
  log: Logger
}

/** The tile sources for builds, and their fetcher as a component of the service. */
export function openBasemaps(
  { map, relief, tileSources, timeoutMs }: BasemapProviders,
  { database, store, drawingSlots, publicUrl, log }: BasemapParts,
): { basemaps: BasemapContext; fetcher: Component } {
  const fetcher = createFetcher({
    ...tileSources,
    timeoutMs: Math.ceil(timeoutMs * shareOfOne),
    mostBytes: mostTileBytes,
    userAgent: `guidebook-builder (+${publicUrl})`,
  })
  const tiles = tileQueries(database.knex)
  const parts = { fetcher, store, tiles, drawingSlots }
  return {
    basemaps: {
      map: map && tileSource(map, { ...parts, formats: ['png', 'jpeg'] }),
      // Elevations are encoded in colours, which JPEG does not preserve.
      relief: relief && tileSource(relief, { ...parts, formats: ['png'] }),
      tiles,
      timeoutMs,
      log,
    },
    fetcher: { name: 'tile fetcher', stop: () => fetcher.close() },
  }
}

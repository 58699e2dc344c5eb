import type { Component, Database, FairSemaphore, Logger, ObjectStore } from '@guidebook/service-kit'
import { createFetcher } from '@guidebook/service-kit/outbound'
import type { BasemapProviders } from './basemap-settings.ts'
import type { BasemapContext } from './prepare-basemaps.ts'
import { tileQueries } from './tile-queries.ts'
import { tileSource } from './tile-source.ts'

/** A tile that takes this share of the time that all may take is given up. */
const shareOfOne = 1 / 3
/** A photograph of 512 x 512 pixels that is hardly compressed has no more. */
const mostTileBytes = 1024 * 1024

export interface BasemapParts {
  database: Pick<Database, 'knex'>
  store: ObjectStore
  drawingSlots: FairSemaphore
  /** Where whoever provides the tiles finds those who ask for them. */
  publicUrl: string
  log: Logger
}

/** What builds need to lay something beneath their maps, and the component that ends with the service. */
export function openBasemaps(
  { map, relief, tileSources, timeoutMs }: BasemapProviders,
  { database, store, drawingSlots, publicUrl, log }: BasemapParts,
): { grounds: BasemapContext; fetcher: Component } {
  const fetcher = createFetcher({
    ...tileSources,
    timeoutMs: Math.ceil(timeoutMs * shareOfOne),
    mostBytes: mostTileBytes,
    userAgent: `guidebook-builder (+${publicUrl})`,
  })
  const tiles = tileQueries(database.knex)
  const parts = { fetcher, store, tiles, drawingSlots }
  return {
    grounds: {
      map: map && tileSource(map, { ...parts, formats: ['png', 'jpeg'] }),
      // Heights are written in colours, which JPEG does not keep.
      relief: relief && tileSource(relief, { ...parts, formats: ['png'] }),
      tiles,
      timeoutMs,
      log,
    },
    fetcher: { name: 'tile fetcher', stop: () => fetcher.close() },
  }
}

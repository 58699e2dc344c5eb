import { fileURLToPath } from 'node:url'
import type { Component, Database, Logger } from '@guidebook/service-kit'
import { createFetcher } from '@guidebook/service-kit/outbound'
import { packagedFolder } from '@guidebook/service-kit/packaged-folder'
import { TileType } from 'pmtiles'
import { type ArchivePlace, mostArchiveBytes, readingOnce, tileArchive } from './archive.ts'
import type { BasemapProviders } from './basemap-settings.ts'
import { readingTimeOf, withinTime } from './reading-time.ts'
import { terrainSource } from './terrain-source.ts'
import { tileQueries } from './tile-queries.ts'
import { tileSource } from './tile-source.ts'

/** Time limit of one tile, as a share of the limit for all. */
const shareOfOne = 1 / 3
/** More than a hardly compressed photograph of 512 x 512 pixels. */
const mostTileBytes = 1024 * 1024

export type BasemapContext = ReturnType<typeof openBasemaps>['basemaps']

/** The map of the world that comes with the product (`packages/world-map`). */
const world = packagedFolder('world-map', import.meta.url, '../../../../packages/world-map/dist')

/** The sources of basemaps for builds, and what has to be closed. Providers contact the operator at `publicUrl`. */
export function openBasemaps(
  { map, relief, terrain, archives, tileSources, timeoutMs }: BasemapProviders,
  { database, publicUrl, log }: { database: Pick<Database, 'knex'>; publicUrl: string; log: Logger },
) {
  const fetcherOf = (mostBytes: number) =>
    createFetcher({
      ...tileSources,
      timeoutMs: Math.ceil(timeoutMs * shareOfOne),
      mostBytes,
      userAgent: `guidebook-builder (+${publicUrl})`,
    })
  const fetcher = fetcherOf(mostTileBytes)
  const archiveFetcher = fetcherOf(mostArchiveBytes)
  const queries = tileQueries(database.knex)
  const vector = (place: ArchivePlace, index: number) =>
    tileArchive(place, TileType.Mvt, archiveFetcher, `archive ${index + 1} of MAP_PMTILES`)
  const heights = terrain && tileArchive(terrain.place, TileType.Png, archiveFetcher, 'the archive of TERRAIN_PMTILES')
  const sources = {
    map: map && tileSource(map, 'map', { fetcher, queries }),
    relief:
      heights && terrain
        ? terrainSource(heights, terrain.attribution)
        : relief && tileSource(relief, 'relief', { fetcher, queries }),
  }
  const vectors = {
    archives: archives.map(vector),
    embedded: tileArchive({ path: fileURLToPath(new URL('world.pmtiles', world)) }, TileType.Mvt, null),
  }
  const closable = [fetcher, archiveFetcher, ...(heights ? [heights] : []), ...vectors.archives, vectors.embedded]
  const component: Component = {
    name: 'basemap sources',
    async stop() {
      await Promise.all(closable.map((one) => one.close()))
    },
  }
  return { basemaps: { sources, vectors, queries, timeoutMs, log }, component }
}

export type BuildBasemaps = ReturnType<typeof forOneBuild>

/** The same sources, with one limit of time for the archives of a build. */
export function forOneBuild(basemaps: BasemapContext) {
  const { archives, embedded } = basemaps.vectors
  const readingTime = readingTimeOf(basemaps.timeoutMs)
  return {
    ...basemaps,
    readingTime,
    vectors: { archives: archives.map((archive) => withinTime(archive, readingTime)), embedded },
  }
}

/** The same sources, of which each vector tile is read once: the maps of a book overlap. */
export function forOneBook(basemaps: BuildBasemaps): BuildBasemaps {
  const { archives, embedded } = basemaps.vectors
  return { ...basemaps, vectors: { archives: archives.map(readingOnce), embedded: readingOnce(embedded) } }
}

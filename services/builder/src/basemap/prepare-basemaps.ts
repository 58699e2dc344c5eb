import type { MapWindow } from '@guidebook/roadbook'
import { type Component, type Database, type Logger, ObjectMissingError } from '@guidebook/service-kit'
import { createFetcher } from '@guidebook/service-kit/outbound'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Build } from '../context.ts'
import type { BasemapProviders } from './basemap-settings.ts'
import { type BasemapLayers, basemapRecipe, type DrawnBasemap, drawBasemap } from './draw-basemap.ts'
import { tileQueries } from './tile-queries.ts'
import { type LayerKind, type TileLayer, TilesUnavailableError, tileSource } from './tile-source.ts'

/** Time limit of one tile, as a share of the limit for all. */
const shareOfOne = 1 / 3
/** More than a hardly compressed photograph of 512 x 512 pixels. */
const mostTileBytes = 1024 * 1024

export type BasemapContext = ReturnType<typeof openBasemaps>['basemaps']

/** The tile sources for builds, and their fetcher as a component of the service. Providers contact the operator at `publicUrl`. */
export function openBasemaps(
  { map, relief, tileSources, timeoutMs }: BasemapProviders,
  { database, publicUrl, log }: { database: Pick<Database, 'knex'>; publicUrl: string; log: Logger },
) {
  const fetcher = createFetcher({
    ...tileSources,
    timeoutMs: Math.ceil(timeoutMs * shareOfOne),
    mostBytes: mostTileBytes,
    userAgent: `guidebook-builder (+${publicUrl})`,
  })
  const queries = tileQueries(database.knex)
  const sources = {
    map: map && tileSource(map, 'map', { fetcher, queries }),
    relief: relief && tileSource(relief, 'relief', { fetcher, queries }),
  }
  const component: Component = { name: 'tile fetcher', stop: () => fetcher.close() }
  return { basemaps: { sources, queries, timeoutMs, log }, fetcher: component }
}

/** A basemap that is ready for the book. `key`: in the object store, by content. */
export type PreparedBasemap = NonNullable<Awaited<ReturnType<typeof prepareBasemap>>>

/** Most maps of a book with a basemap: drawing one takes a fraction of a second. */
export const mostBasemaps = 100

const kinds = ['map', 'relief'] as const
const names = { map: 'map tiles', relief: 'the relief' }
type Faults = Record<LayerKind, string[]>

/**
 * A basemap for each map. Tiles are fetched once a month; a basemap is drawn again only when its tiles change. A basemap with an unavailable
 * tile is left out, with one warning for the book; the next build tries again.
 */
export async function prepareBasemaps(
  maps: readonly MapWindow[],
  basemaps: BasemapContext,
  build: Build,
): Promise<PreparedBasemap[]> {
  const windows = maps.slice(0, mostBasemaps)
  if (maps.length > windows.length) {
    const message = `The printed book shows tiles beneath its first ${mostBasemaps} maps; the other ${maps.length - mostBasemaps} are drawn without them.`
    build.warnings.add({ code: 'too-many-maps', message })
  }
  const deadline = AbortSignal.timeout(basemaps.timeoutMs)
  const { map, relief } = basemaps.sources
  const load = { map: map?.forBook(build, deadline), relief: relief?.forBook(build, deadline) }
  const faults: Faults = { map: [], relief: [] }
  const layer = async (kind: LayerKind, window: MapWindow): Promise<TileLayer | null> => {
    try {
      return (await load[kind]?.(window)) ?? null
    } catch (error) {
      if (!(error instanceof TilesUnavailableError)) throw error
      faults[kind].push(error.message)
      return null
    }
  }
  const layered = await Promise.all(
    windows.map(async (window): Promise<BasemapLayers> => {
      const [mapLayer, reliefLayer] = await Promise.all([layer('map', window), layer('relief', window)])
      return { window, map: mapLayer, relief: reliefLayer }
    }),
  )
  const wanted = layered.filter((layers) => layers.map || layers.relief)
  const prepared = await Promise.all(wanted.map((layers) => prepareBasemap(layers, basemaps, faults, build)))
  const parts = kinds.flatMap((kind) => {
    const [reason, ...others] = faults[kind]
    return reason === undefined ? [] : [`${names[kind]} of ${others.length + 1} of ${windows.length} maps (${reason})`]
  })
  if (parts.length > 0) {
    basemaps.log.warn({ faults: parts }, 'basemaps unavailable, maps drawn without')
    const message = `The basemap of printed maps is unavailable: ${parts.join(', ')}. These maps are drawn without it. The next build tries again.`
    build.warnings.add({ code: 'map-ground-unavailable', message })
  }
  return prepared.filter((basemap) => basemap !== null)
}

/** Includes the tiles by content: a changed tile makes a new basemap. */
const ingredientsOf = ({ window: { map: _, ...window }, map, relief }: BasemapLayers): string => {
  const contentOf = (layer: TileLayer | null) =>
    layer && [layer.grid, [...layer.tiles].map(([name, tile]) => [name, tile?.key]).sort()]
  return `basemap-${fingerprint([basemapRecipe, window, contentOf(map), contentOf(relief)])}`
}

async function prepareBasemap(
  layers: BasemapLayers,
  { sources, queries }: BasemapContext,
  faults: Faults,
  { account, store, drawingSlots, files, signal }: Build,
) {
  const attributions = kinds.flatMap((kind) => (layers[kind] && sources[kind] ? [sources[kind].attribution] : []))
  let drawn: Buffer | undefined
  try {
    const { key, facts } = await files.reuse<Omit<DrawnBasemap, 'bytes'>>(ingredientsOf(layers), async () => {
      const { bytes, ...measures } = await drawingSlots.run(account, async () => {
        signal.throwIfAborted()
        return await drawBasemap(layers, store)
      })
      drawn = bytes
      return { ...(await files.put(bytes, 'image/jpeg')), facts: measures }
    })
    const bytes = async (): Promise<Uint8Array> => drawn ?? (await store.read(key))
    return { map: layers.window.map, attribution: [...new Set(attributions)].join(' · '), ...facts, key, bytes }
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error
    await queries.forget(error.key)
    faults[layers.map ? 'map' : 'relief'].push('a stored tile is missing')
    return null
  }
}

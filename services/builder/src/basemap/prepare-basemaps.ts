import type { BookMap, MapWindow } from '@guidebook/roadbook'
import { type FairSemaphore, type Logger, ObjectMissingError } from '@guidebook/service-kit'
import pLimit from 'p-limit'
import type { ArtifactSources } from '../artifact/artifact-sources.ts'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Artifact } from '../artifact/queries.ts'
import { type BasemapLayers, basemapRecipe, drawBasemap } from './draw-basemap.ts'
import { loadTileLayer, tileUses } from './load-tile-layer.ts'
import type { TileLayer } from './tile-layer.ts'
import type { tileQueries } from './tile-queries.ts'
import { type TileRequest, type TileSource, TilesUnavailableError } from './tile-source.ts'

/** The configured tile sources. */
export interface BasemapContext {
  map: TileSource | null
  relief: TileSource | null
  tiles: Pick<ReturnType<typeof tileQueries>, 'forget'>
  /** Time limit for all tiles of a book. */
  timeoutMs: number
  log: Logger
}

export interface BasemapSources extends ArtifactSources {
  basemaps: BasemapContext
  drawingSlots: FairSemaphore
}

/** A basemap that is ready for the book. */
export interface PreparedBasemap {
  map: BookMap
  attribution: string
  /** Its key in the object store, by content. */
  key: string
  width: number
  height: number
  bytes(): Promise<Uint8Array>
}

/** Concurrent requests to a provider; the limit of browsers for one host. */
const requestsAtOnce = 6

/** Most maps of a book with a basemap: drawing one takes a fraction of a second. */
export const mostBasemaps = 100

const kinds = ['map', 'relief'] as const
const names = { map: 'map tiles', relief: 'the relief' }
type LayerKind = (typeof kinds)[number]
type Faults = Record<LayerKind, string[]>

/**
 * A basemap for each map. Tiles are fetched once a month; a basemap is drawn again only when its tiles change. A basemap with an unavailable
 * tile is left out, with one warning for the book; the next build tries again.
 */
export async function prepareBasemaps(maps: readonly MapWindow[], sources: BasemapSources): Promise<PreparedBasemap[]> {
  const windows = maps.slice(0, mostBasemaps)
  if (maps.length > windows.length) {
    const message = `The printed book shows tiles beneath its first ${mostBasemaps} maps; the other ${maps.length - mostBasemaps} are drawn without them.`
    sources.warnings.add({ code: 'too-many-maps', message })
  }
  const { account, basemaps, signal, find } = sources
  const deadline = AbortSignal.timeout(basemaps.timeoutMs)
  const requestOf = () => ({ account, limit: pLimit(requestsAtOnce), signal, deadline })
  const requests = { map: requestOf(), relief: requestOf() }
  const faults: Faults = { map: [], relief: [] }
  const layered = await Promise.all(windows.map((window) => layersOf(window, basemaps, requests, faults)))
  const wanted = layered
    .filter(({ map, relief }) => map || relief)
    .map((layers) => ({ layers, ingredients: ingredientsOf(layers) }))
  const known = wanted.length === 0 ? new Map() : await find(wanted.map(({ ingredients }) => ingredients))
  const prepared = await Promise.all(wanted.map((one) => prepareBasemap({ ...one, known }, sources, faults)))
  warnOfFaults(faults, windows.length, sources)
  return prepared.filter((basemap) => basemap !== null)
}

async function layersOf(
  window: MapWindow,
  basemaps: BasemapContext,
  requests: Record<LayerKind, TileRequest>,
  faults: Faults,
): Promise<BasemapLayers> {
  const layer = async (kind: LayerKind): Promise<TileLayer | null> => {
    const source = basemaps[kind]
    try {
      return source && (await loadTileLayer(window, source, tileUses[kind], requests[kind]))
    } catch (error) {
      if (!(error instanceof TilesUnavailableError)) throw error
      faults[kind].push(error.message)
      return null
    }
  }
  const [map, relief] = await Promise.all([layer('map'), layer('relief')])
  return { window, map, relief }
}

/** Includes the tiles by content: a changed tile makes a new basemap. */
const ingredientsOf = ({ window: { map: _, ...window }, map, relief }: BasemapLayers): string => {
  const contentOf = (layer: TileLayer | null) =>
    layer && [layer.grid, [...layer.tiles].map(([name, tile]) => [name, tile?.key]).sort()]
  return `basemap-${fingerprint([basemapRecipe, window, contentOf(map), contentOf(relief)])}`
}

interface BasemapToPrepare {
  layers: BasemapLayers
  ingredients: string
  known: ReadonlyMap<string, Artifact>
}

interface Measures {
  width: number
  height: number
}

async function prepareBasemap(
  { layers, ingredients, known }: BasemapToPrepare,
  { account, basemaps, store, drawingSlots, made, signal }: BasemapSources,
  faults: Faults,
): Promise<PreparedBasemap | null> {
  const about = { map: layers.window.map, attribution: attributionOf(layers, basemaps) }
  const before = known.get(ingredients) as Artifact<Measures> | undefined
  if (before) return { ...about, ...before.facts, key: before.key, bytes: () => store.read(before.key) }
  try {
    const { bytes, ...facts } = await drawingSlots.run(account, async () => {
      signal.throwIfAborted()
      return await drawBasemap(layers, store)
    })
    const mediaType = 'image/jpeg'
    const { key } = await store.putByContent(`builder/${account}`, bytes, { contentType: mediaType, extension: '.jpg' })
    made({ ingredients, key, bytes: bytes.length, mediaType, facts: { ...facts } })
    return { ...about, ...facts, key, bytes: async () => bytes }
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error
    await basemaps.tiles.forget(error.key)
    faults[layers.map ? 'map' : 'relief'].push('a stored tile is missing')
    return null
  }
}

/** The distinct attributions of the layers. */
const attributionOf = (layers: BasemapLayers, basemaps: BasemapContext): string => {
  const shown = kinds.flatMap((kind) => (layers[kind] && basemaps[kind] ? [basemaps[kind].attribution] : []))
  return [...new Set(shown)].join(' · ')
}

function warnOfFaults(faults: Faults, maps: number, { basemaps, warnings }: BasemapSources): void {
  const parts = kinds.flatMap((kind) => {
    const [reason, ...others] = faults[kind]
    return reason === undefined ? [] : [`${names[kind]} of ${others.length + 1} of ${maps} maps (${reason})`]
  })
  if (parts.length === 0) return
  basemaps.log.warn({ faults: parts }, 'basemaps unavailable, maps drawn without')
  const message = `The basemap of printed maps is unavailable: ${parts.join(', ')}. These maps are drawn without it. The next build tries again.`
  warnings.add({ code: 'map-ground-unavailable', message })
}

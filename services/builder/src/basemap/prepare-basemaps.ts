import type { BookMap, MapWindow } from '@guidebook/roadbook'
import { type FairSemaphore, type Logger, ObjectMissing } from '@guidebook/service-kit'
import pLimit from 'p-limit'
import type { ArtifactSources } from '../artifact/artifact-sources.ts'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Artifact } from '../artifact/queries.ts'
import { drawBasemap, type BasemapLayers, basemapRecipe } from './draw-basemap.ts'
import { loadTileLayer, tileUses } from './load-tile-layer.ts'
import type { TileLayer } from './tile-layer.ts'
import type { tileQueries } from './tile-queries.ts'
import { type TileRequest, type TileSource, TilesUnavailableError } from './tile-source.ts'

/** What this installation lays beneath the maps of its books. */
export interface BasemapContext {
  map: TileSource | null
  relief: TileSource | null
  tiles: Pick<ReturnType<typeof tileQueries>, 'forget'>
  /** For all tiles of a book together. */
  timeoutMs: number
  log: Logger
}

export interface BasemapSources extends ArtifactSources {
  grounds: BasemapContext
  drawingSlots: FairSemaphore
}

/** A picture for beneath a map, at hand for the book. */
export interface PreparedBasemap {
  map: BookMap
  attribution: string
  /** Where it is kept, by its content. */
  key: string
  width: number
  height: number
  bytes(): Promise<Uint8Array>
}

/** As many as a browser asks of a host at the same time. */
const requestsAtOnce = 6

/** Maps of one book with tiles beneath them: drawing one takes a fraction of a second. */
export const mostBasemaps = 100

const kinds = ['map', 'relief'] as const
const names = { map: 'map tiles', relief: 'the relief' }
type LayerKind = (typeof kinds)[number]
type Faults = Record<LayerKind, string[]>

/**
 * A ground for each of the maps, drawn of tiles that are fetched once a month, and itself only once as long as they stay the same. What
 * can't be had whole is left out, with one warning; the next build tries again.
 */
export async function prepareBasemaps(maps: readonly MapWindow[], sources: BasemapSources): Promise<PreparedBasemap[]> {
  const windows = maps.slice(0, mostBasemaps)
  if (maps.length > windows.length) {
    const message = `The printed book shows tiles beneath its first ${mostBasemaps} maps; the other ${maps.length - mostBasemaps} are drawn without them.`
    sources.warnings.add({ code: 'too-many-maps', message })
  }
  const { account, grounds, signal, find } = sources
  const deadline = AbortSignal.timeout(grounds.timeoutMs)
  const requestOf = () => ({ account, limit: pLimit(requestsAtOnce), signal, deadline })
  const requests = { map: requestOf(), relief: requestOf() }
  const faults: Faults = { map: [], relief: [] }
  const layered = await Promise.all(windows.map((window) => layersOf(window, grounds, requests, faults)))
  const wanted = layered
    .filter(({ map, relief }) => map || relief)
    .map((layers) => ({ layers, ingredients: ingredientsOf(layers) }))
  const known = wanted.length === 0 ? new Map() : await find(wanted.map(({ ingredients }) => ingredients))
  const prepared = await Promise.all(wanted.map((one) => prepareBasemap({ ...one, known }, sources, faults)))
  tell(faults, windows.length, sources)
  return prepared.filter((ground) => ground !== null)
}

async function layersOf(
  window: MapWindow,
  grounds: BasemapContext,
  requests: Record<LayerKind, TileRequest>,
  faults: Faults,
): Promise<BasemapLayers> {
  const layer = async (kind: LayerKind): Promise<TileLayer | null> => {
    const source = grounds[kind]
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

/** Tiles by their content: one that has changed makes another ground. */
const ingredientsOf = ({ window: { map: _, ...window }, map, relief }: BasemapLayers): string => {
  const contentOf = (layer: TileLayer | null) =>
    layer && [layer.grid, [...layer.tiles].map(([name, tile]) => [name, tile?.key]).sort()]
  return `ground-${fingerprint([basemapRecipe, window, contentOf(map), contentOf(relief)])}`
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
  { account, grounds, store, drawingSlots, made, signal }: BasemapSources,
  faults: Faults,
): Promise<PreparedBasemap | null> {
  const about = { map: layers.window.map, attribution: attributionOf(layers, grounds) }
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
    if (!(error instanceof ObjectMissing)) throw error
    await grounds.tiles.forget(error.key)
    faults[layers.map ? 'map' : 'relief'].push('a tile is gone')
    return null
  }
}

/** Of whom something is shown, each once. */
const attributionOf = (layers: BasemapLayers, grounds: BasemapContext): string => {
  const shown = kinds.flatMap((kind) => (layers[kind] && grounds[kind] ? [grounds[kind].attribution] : []))
  return [...new Set(shown)].join(' · ')
}

function tell(faults: Faults, maps: number, { grounds, warnings }: BasemapSources): void {
  const parts = kinds.flatMap((kind) => {
    const [reason, ...others] = faults[kind]
    return reason === undefined ? [] : [`${names[kind]} of ${others.length + 1} of ${maps} maps (${reason})`]
  })
  if (parts.length === 0) return
  grounds.log.warn({ faults: parts }, 'grounds of maps could not be had')
  const message = `What lies beneath the maps in print could not be had: ${parts.join(', ')}. They are drawn without it.`
  warnings.add({ code: 'map-ground-unavailable', message })
}

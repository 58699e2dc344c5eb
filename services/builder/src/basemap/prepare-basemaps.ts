import type { MapWindow } from '@guidebook/roadbook'
import { ObjectMissingError } from '@guidebook/service-kit'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Build } from '../context.ts'
import { joinAttributions } from './archive.ts'
import type { BasemapContext, BuildBasemaps } from './basemap-sources.ts'
import { type BasemapLayers, basemapRecipe, type DrawnBasemap, drawBasemap, elevationsIn } from './draw-basemap.ts'
import { type PreparedVector, prepareVectors } from './prepare-vectors.ts'
import { type LayerKind, type TileLayer, TilesUnavailableError } from './tile-source.ts'

/** A basemap that is ready for the book. `key`: in the object store, by content. */
export type PreparedBasemap = NonNullable<Awaited<ReturnType<typeof prepareBasemap>>>

/** Most maps of a book with a basemap: drawing one takes a fraction of a second. */
export const mostBasemaps = 100

/** The code of the warning that maps are drawn without a source. */
export const mapGroundUnavailable = 'map-ground-unavailable'

const kinds = ['map', 'relief'] as const
const sourceNames = { map: 'map tiles', vector: 'the map archive', relief: 'the relief' }
const sourceKinds = ['map', 'vector', 'relief'] as const
type Faults = Record<keyof typeof sourceNames, string[]>

/** What is printed beneath the maps of a book. */
export interface PreparedBasemaps {
  images: PreparedBasemap[]
  vectors: PreparedVector[]
}

/**
 * What is printed beneath each map: an image from map tiles, else vector tiles; with the relief, if there is one. Fetched tiles are stored for
 * a month; an image is drawn again only when its tiles change. What is unavailable is left out, with one warning for the book; the next build
 * tries again.
 */
export async function prepareBasemaps(
  maps: readonly MapWindow[],
  basemaps: BuildBasemaps,
  build: Build,
): Promise<PreparedBasemaps> {
  const own = maps.filter((window) => !isSheet(window))
  // `chooseSheetStages` limits the others.
  const windows = [...own.slice(0, mostBasemaps), ...maps.filter(isSheet)]
  if (own.length > mostBasemaps) {
    const message = `The printed book has a basemap beneath its first ${mostBasemaps} maps; the other ${own.length - mostBasemaps} are drawn without one.`
    build.warnings.add({ code: 'too-many-maps', message })
  }
  const deadline = AbortSignal.timeout(basemaps.timeoutMs)
  const { map, relief } = basemaps.sources
  const load = { map: map?.forBook(build, deadline), relief: relief?.forBook(build, deadline) }
  const faults: Faults = { map: [], vector: [], relief: [] }
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
      // Sheets are of an archive: the names on tiles for screens have no fixed size in print.
      const tiles = isSheet(window) ? null : layer('map', window)
      const [mapLayer, reliefLayer] = await Promise.all([tiles, layer('relief', window)])
      return { window, map: mapLayer, relief: reliefLayer }
    }),
  )
  const wanted = layered.filter((layers) => layers.map || layers.relief)
  const drawn = await Promise.all(wanted.map((layers) => prepareBasemap(layers, basemaps, faults, build)))
  const images = drawn.filter((basemap) => basemap !== null)
  const onTiles = new Set(images.filter(({ hasMap }) => hasMap).map(({ map }) => map))
  const vectors = await prepareVectors(
    windows.filter((window) => !onTiles.has(window.map)),
    basemaps.vectors,
    {
      // Not the deadline of the tiles, which the embedded map does not need. Archives have the time of the build.
      signal: build.signal,
      unavailable: (error) => faults.vector.push(reasonOf(error)),
    },
  )
  const parts = sourceKinds.flatMap((kind) => {
    const [reason, ...others] = faults[kind]
    return reason === undefined
      ? []
      : [`${sourceNames[kind]} of ${others.length + 1} of ${windows.length} maps (${reason})`]
  })
  if (parts.length > 0) {
    basemaps.log.warn({ faults: parts }, 'basemaps unavailable, maps drawn without')
    const message = `The basemap of printed maps is unavailable: ${parts.join(', ')}. These maps are drawn without it. The next build tries again.`
    build.warnings.add({ code: mapGroundUnavailable, message })
  }
  return { images, vectors }
}

/** Whether a map is a sheet of a stage. */
export const isSheet = ({ map }: Pick<MapWindow, 'map'>): boolean => typeof map === 'string' && map.includes('/')

/** The message of a file error contains a path, which is no secret; that of a fetch contains no address. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
    const { window, map, relief } = layers
    // Maps of tiles have contour lines already.
    const elevations = async () =>
      map === null && relief !== null
        ? await drawingSlots.run(account, () => elevationsIn(window, relief, store))
        : undefined
    return {
      map: window.map,
      hasMap: map !== null,
      elevations,
      attribution: joinAttributions(attributions),
      ...facts,
      key,
      bytes,
    }
  } catch (error) {
    if (!(error instanceof ObjectMissingError)) throw error
    await queries.forget(error.key)
    faults[layers.map ? 'map' : 'relief'].push('a stored tile is missing')
    return null
  }
}

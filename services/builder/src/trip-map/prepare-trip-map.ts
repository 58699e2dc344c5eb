import type { MapWindow } from '@guidebook/roadbook'
import { fingerprint, sha256 } from '../artifact/fingerprint.ts'
import { attributionOf } from '../basemap/archive.ts'
import type { BasemapContext } from '../basemap/basemap-sources.ts'
import type { Build } from '../context.ts'
import { mapLayers } from './map-layers.ts'
import { tilesOfTrip } from './tiles-of-trip.ts'
import { tripMapFile } from './trip-map-file.ts'

/** Increment when the same tiles would make another file. */
const tripMapRecipe = 2
/** Below, the embedded map has everything that a screen has room for. */
const regionFrom = 7

/**
 * Stores the data of a trip's interactive maps; null without a map. Archives that are unavailable are left out: the warning about the printed maps names
 * them.
 */
export async function prepareTripMap(
  windows: readonly MapWindow[],
  { vectors: { archives, embedded }, log }: BasemapContext,
  { files, signal }: Pick<Build, 'files' | 'signal'>,
): Promise<{ key: string; bytes: number } | null> {
  if (windows.length === 0) return null
  const world = await tilesOfTrip(windows, [embedded], { minZoom: 0, signal })
  const region = await tilesOfTrip(windows, archives, { minZoom: regionFrom, signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    log.warn({ err: error }, 'interactive map without archives')
    return null
  })
  const sources = { world, ...(region && region.tiles.size > 0 && { region }) }
  const used = region && region.tiles.size > 0 ? [...archives, embedded] : [embedded]
  const attribution = await attributionOf(used)
  const contents = Object.entries(sources).map(([name, { tiles, maxZoom }]) => [
    name,
    maxZoom,
    [...tiles].map(([tile, bytes]) => [tile, sha256(bytes)]),
  ])
  const ingredients = `trip-map-${fingerprint([tripMapRecipe, attribution, contents])}`
  const { key, bytes } = await files.reuse(ingredients, async () => {
    const file = await tripMapFile({ attribution, sources, layers: mapLayers(Object.keys(sources)) })
    return { ...(await files.put(file, 'application/octet-stream')), facts: {} }
  })
  return { key, bytes }
}

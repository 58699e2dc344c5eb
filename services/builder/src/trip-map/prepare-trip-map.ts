import type { MapWindow } from '@guidebook/roadbook'
import { fingerprint, sha256 } from '../artifact/fingerprint.ts'
import { joinAttributions } from '../basemap/archive.ts'
import type { BasemapContext } from '../basemap/basemap-sources.ts'
import { mapGroundUnavailable, reasonOf } from '../basemap/prepare-basemaps.ts'
import type { Build } from '../context.ts'
import { mapLayers } from './map-layers.ts'
import { type TilesOfTrip, tilesOfTrip } from './tiles-of-trip.ts'
import { tripMapFile } from './trip-map-file.ts'

/** Increment when the same tiles would make another file. */
const tripMapRecipe = 3
/** Below, the embedded map has everything that a screen has room for. */
const regionFrom = 7

/**
 * Stores the data of a trip's interactive maps; null without a map. Archives that are unavailable are left out, with a warning if the printed maps
 * have none.
 */
export async function prepareTripMap(
  windows: readonly MapWindow[],
  { vectors: { archives, embedded }, log }: BasemapContext,
  { files, signal, warnings }: Pick<Build, 'files' | 'signal' | 'warnings'>,
): Promise<{ key: string; bytes: number } | null> {
  if (windows.length === 0) return null
  const world = await tilesOfTrip(windows, embedded, { minZoom: 0, signal })
  const regions: { tiles: TilesOfTrip; attribution: string }[] = []
  const reduced: string[] = []
  const missing: string[] = []
  let usedBytes = world.bytes
  for (const [index, archive] of archives.entries()) {
    const search = { minZoom: regionFrom, above: regions.map(({ tiles }) => tiles), usedBytes, signal }
    const read = async () => ({
      tiles: await tilesOfTrip(windows, archive, search),
      attribution: await archive.attribution(),
    })
    const found = await read().catch((error: unknown) => {
      signal.throwIfAborted()
      log.warn({ err: error }, 'archive could not be read, interactive map made without it')
      missing.push(reasonOf(error))
      return null
    })
    if (found === null) continue
    const { tiles } = found
    if (tiles.isReduced) {
      reduced.push(`archive ${index + 1} ${tiles.tiles.size === 0 ? 'not at all' : `to zoom ${tiles.maxZoom}`}`)
    }
    if (tiles.tiles.size > 0) regions.push(found)
    usedBytes += tiles.bytes
  }
  if (missing.length > 0 && !warnings.list().some(({ code }) => code === mapGroundUnavailable)) {
    const message = `The interactive map of the page is drawn without an archive (${missing.join(', ')}). The next build tries again.`
    warnings.add({ code: mapGroundUnavailable, message })
  }
  if (reduced.length > 0) {
    const message = `The interactive map of the page has less detail than its archives, since it must stay small enough for a telephone: ${reduced.join(', ')}. The printed maps are complete.`
    warnings.add({ severity: 'info', code: 'interactive-map-reduced', message })
  }
  // The first archive is drawn last, above the others.
  const ofRegions = regions.map(({ tiles }, index) => [`region-${index}`, tiles] as const).reverse()
  const sources = { world, ...Object.fromEntries(ofRegions) }
  const attribution = joinAttributions([...regions.map((region) => region.attribution), await embedded.attribution()])
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

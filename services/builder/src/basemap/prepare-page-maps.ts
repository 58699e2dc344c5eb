import type { MapWindow } from '@guidebook/roadbook'
import type { Build } from '../context.ts'
import type { BuildBasemaps } from './basemap-sources.ts'
import { mapGroundUnavailable, mostBasemaps, reasonOf } from './prepare-basemaps.ts'
import { type PreparedVector, prepareVectors } from './prepare-vectors.ts'

/** Vector tiles beneath the maps of the page. Archives that are unavailable are left out, with a warning if the printed maps have none. */
export async function preparePageMaps(
  windows: readonly MapWindow[],
  { vectors, log }: Pick<BuildBasemaps, 'vectors' | 'log'>,
  { signal, warnings }: Pick<Build, 'signal' | 'warnings'>,
): Promise<PreparedVector[]> {
  const faults = new Set<string>()
  const unavailable = (error: unknown) => faults.add(reasonOf(error))
  const prepared = await prepareVectors(windows.slice(0, mostBasemaps), vectors, { signal, unavailable })
  if (faults.size === 0) return prepared
  log.warn({ faults: [...faults] }, 'basemaps unavailable, maps of the page drawn without')
  if (!warnings.list().some(({ code }) => code === mapGroundUnavailable)) {
    const message = `The maps of the page are drawn without an archive (${[...faults].join(', ')}). The next build tries again.`
    warnings.add({ code: mapGroundUnavailable, message })
  }
  return prepared
}

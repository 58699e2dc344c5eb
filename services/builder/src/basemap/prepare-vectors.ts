import type { MapWindow } from '@guidebook/roadbook'
import { sha256 } from '../artifact/fingerprint.ts'
import type { TilesOfMap } from '../vector/tiles-of-map.ts'
import type { TileArchive } from './archive.ts'
import { type ArchiveFailures, readableTilesOf } from './vector-tiles.ts'

/** Increment when the same tiles would be drawn differently; part of the ingredients of books. */
const vectorRecipe = 2

/** Vector tiles for a map, which a render worker draws. */
export interface PreparedVector extends TilesOfMap {
  /** Changes with the tiles. */
  fingerprint: string
}

/** The vector tiles of maps. A map is drawn without the archives that fail; `unavailable` is called once for it, with the first error. */
export async function prepareVectors(
  windows: readonly MapWindow[],
  { archives, embedded }: { archives: readonly TileArchive[]; embedded: TileArchive },
  { signal, unavailable }: { signal: AbortSignal; unavailable(error: unknown): void },
): Promise<PreparedVector[]> {
  const read = async (window: MapWindow) => {
    const failures: ArchiveFailures = new Map()
    const found = await readableTilesOf(window, [...archives, embedded], { failures, signal })
    const [error] = failures.values()
    if (failures.size > 0) unavailable(error)
    return found
  }
  const prepared = await Promise.all(
    windows.map(async (window) => {
      const found = await read(window)
      if (found.tiles.length === 0) return []
      const { map: _, ...area } = window
      const contents = found.tiles.map(({ bytes, ...tile }) => [tile, sha256(bytes)])
      return [{ ...found, fingerprint: sha256(JSON.stringify([vectorRecipe, area, contents])) }]
    }),
  )
  return prepared.flat()
}

import type { MapWindow } from '@guidebook/roadbook'
import { sha256 } from '../artifact/fingerprint.ts'
import type { TilesOfMap } from '../vector/tiles-of-map.ts'
import type { TileArchive } from './archive.ts'
import { vectorTilesOf } from './vector-tiles.ts'

/** Increment when the same tiles would be drawn differently; part of the ingredients of books. */
const vectorRecipe = 2

/** Vector tiles for a map, which a render worker draws. */
export interface PreparedVector extends TilesOfMap {
  /** Changes with the tiles. */
  fingerprint: string
}

/** The vector tiles of maps. `unavailable` is called for a map whose tiles could not be read; it is drawn without the archives that failed. */
export async function prepareVectors(
  windows: readonly MapWindow[],
  { archives, embedded }: { archives: readonly TileArchive[]; embedded: TileArchive },
  { signal, unavailable }: { signal: AbortSignal; unavailable(error: unknown): void },
): Promise<PreparedVector[]> {
  const read = async (window: MapWindow) => {
    try {
      return await vectorTilesOf(window, [...archives, embedded], signal)
    } catch (error) {
      signal.throwIfAborted()
      unavailable(error)
      return archives.length === 0 ? null : await vectorTilesOf(window, [embedded], signal).catch(() => null)
    }
  }
  const prepared = await Promise.all(
    windows.map(async (window) => {
      const found = await read(window)
      if (found === null || found.tiles.length === 0) return []
      const { map: _, ...area } = window
      const contents = found.tiles.map(({ bytes, ...tile }) => [tile, sha256(bytes)])
      return [{ ...found, fingerprint: sha256(JSON.stringify([vectorRecipe, area, contents])) }]
    }),
  )
  return prepared.flat()
}

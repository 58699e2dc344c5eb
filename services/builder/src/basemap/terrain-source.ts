import type { MapWindow } from '@guidebook/roadbook'
import { sha256 } from '../artifact/fingerprint.ts'
import type { Build } from '../context.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import type { TileArchive } from './archive.ts'
import { examineTile } from './read-tile.ts'
import { withinTime } from './reading-time.ts'
import { tileGrid } from './tile-grid.ts'
import { type StoredTile, tileName } from './tile-queries.ts'
import { type TileLayer, TilesUnavailableError, tileUses } from './tile-source.ts'

/** Elevation tiles of an archive, like those of a provider. */
export function terrainSource(elevations: TileArchive, attribution: string) {
  const { formats, ...use } = tileUses.relief
  type Address = [z: number, x: number, y: number]
  const read = async (archive: TileArchive, [z, x, y]: Address, { account, drawingSlots, signal }: Build) => {
    const bytes = await archive.tile(z, x, y, signal)
    if (bytes === null) return null
    const { pixels } = await drawingSlots.run(account, () => examineTile(bytes, formats))
    return { key: sha256(bytes), pixels, bytes }
  }
  return {
    attribution,
    /** As `tileSource(…).forBook`, within the time of the build for archives. */
    forBook(build: Build) {
      const archive = withinTime(elevations, build.basemaps.readingTime)
      return async (window: MapWindow): Promise<TileLayer | null> => {
        try {
          const { maxZoom } = await archive.header()
          const gridOf = (tileSize: number) => tileGrid(window, { ...use, maxZoom, tileSize })
          // All tiles have the size of the first one that exists: archives do not announce it.
          let tileSize: number | undefined
          for (const { z, x, y } of gridOf(512).tiles) {
            tileSize = (await read(archive, [z, x, y], build))?.pixels
            if (tileSize !== undefined) break
          }
          if (tileSize === undefined) return null
          const grid = gridOf(tileSize)
          const tiles = new Map<string, StoredTile | null>()
          for (const tile of grid.tiles) tiles.set(tileName(tile), await read(archive, [tile.z, tile.x, tile.y], build))
          return [...tiles.values()].some((tile) => tile !== null) ? { grid, tiles } : null
        } catch (error) {
          build.signal.throwIfAborted()
          if (error instanceof TypeError) throw error
          const reason = error instanceof Error || error instanceof UnreadableImageError ? error.message : String(error)
          throw new TilesUnavailableError(reason, { cause: error })
        }
      }
    },
  }
}

import type { MapWindow } from '@guidebook/roadbook'
import { type Cell, printedZoom, type TilesOfMap, type VectorTileData, vectorTiles } from '../vector/tiles-of-map.ts'
import { joinAttributions, type TileArchive } from './archive.ts'
import { tileGrid } from './tile-grid.ts'

/** Maps up to this zoom, wider than about 150 km, are from one archive: roads on a part of them would look like an error. */
export const maxZoomOfWhole = 8

/** A tile that an archive has for a part of a map. `up`: how many zooms it is above the part. */
interface Found {
  index: number
  up: number
  cell: Cell
  bytes: Uint8Array
}

/** The archives that could not be read, with their first errors. */
export type ArchiveFailures = Map<TileArchive, unknown>

/** As `vectorTilesOf`, without the archives in `failures`. An archive that fails is added there, and the map has none of its tiles. */
export async function readableTilesOf(
  window: MapWindow,
  archives: readonly TileArchive[],
  { failures, signal }: { failures: ArchiveFailures; signal: AbortSignal },
): Promise<TilesOfMap> {
  for (;;) {
    const { size } = failures
    const readable = archives.filter((archive) => !failures.has(archive))
    try {
      const recording = readable.map((archive) => recordingFailure(archive, failures))
      return await vectorTilesOf(window, recording, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (failures.size === size) throw error
    }
  }
}

/** The same archive, whose first error is recorded. */
function recordingFailure(archive: TileArchive, failures: ArchiveFailures): TileArchive {
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!failures.has(archive)) failures.set(archive, error)
      throw error
    }
  }
  return {
    ...archive,
    header: () => read(() => archive.header()),
    attribution: () => read(() => archive.attribution()),
    tile: (...request) => read(() => archive.tile(...request)),
  }
}

/**
 * The tiles for a map's window. `archives` are in order of precedence, the last one has the whole world: each part of the map comes from the
 * first archive that has it, at the archive's highest zoom if the map needs a higher one.
 */
export async function vectorTilesOf(
  window: MapWindow,
  archives: readonly TileArchive[],
  signal: AbortSignal,
): Promise<TilesOfMap> {
  const zooms = await Promise.all(archives.map((archive) => highestZoomIn(archive, window)))
  const candidates = zooms.flatMap((zoom, index) => (zoom === null ? [] : [{ zoom, index }]))
  const grid = tileGrid(window, { ...vectorTiles, maxZoom: Math.max(0, ...candidates.map(({ zoom }) => zoom)) })
  const cells = grid.tiles.map(({ z: zoom, y: row, left }) => {
    return { zoom, column: Math.round((left + grid.left) / vectorTiles.tileSize), row }
  })
  const find = async (cell: Cell, { zoom, index }: (typeof candidates)[number]): Promise<Found | null> => {
    const up = Math.max(0, cell.zoom - zoom)
    const around = 2 ** cell.zoom
    const x = ((cell.column % around) + around) % around
    const bytes = (await archives[index]?.tile(cell.zoom - up, x >> up, cell.row >> up, signal)) ?? null
    return bytes && { index, up, cell, bytes }
  }

  const fromOne = async (): Promise<(Found | null)[]> => {
    let found: (Found | null)[] = []
    for (const candidate of candidates) {
      found = await Promise.all(cells.map((cell) => find(cell, candidate)))
      if (found.every((tile) => tile !== null)) break
    }
    return found
  }
  const fromFirst = async (cell: Cell): Promise<Found | null> => {
    for (const candidate of candidates) {
      const found = await find(cell, candidate)
      if (found) return found
    }
    return null
  }
  const found = grid.zoom <= maxZoomOfWhole ? await fromOne() : await Promise.all(cells.map(fromFirst))
  return { window, ...(await combined(found, archives)) }
}

/** In the order of the grid, not of arrival: the same tiles make the same book. */
async function combined(found: readonly (Found | null)[], archives: readonly TileArchive[]) {
  const tiles = new Map<string, VectorTileData>()
  const used = new Set<number>()
  for (const { index, up, cell, bytes } of found.filter((one) => one !== null)) {
    const parent = { zoom: cell.zoom - up, column: cell.column >> up, row: cell.row >> up }
    const name = [index, ...Object.values(parent)].join('/')
    const tile = tiles.get(name) ?? { ...parent, bytes, cells: [] }
    tile.cells.push(cell)
    tiles.set(name, tile)
    used.add(index)
  }
  const sources = archives.filter((_, index) => used.has(index))
  const attributions = await Promise.all(sources.map((archive) => archive.attribution()))
  return { tiles: [...tiles.values()], attribution: joinAttributions(attributions) }
}

/** The highest zoom that an archive has for a map, at most what the map needs; null for an archive of another area. */
async function highestZoomIn(archive: TileArchive, window: MapWindow): Promise<number | null> {
  const { maxZoom, minLon, minLat, maxLon, maxLat } = await archive.header()
  const [west, east] = [(minLon + 180) / 360, (maxLon + 180) / 360]
  const [north, south] = [ordinate(maxLat), ordinate(minLat)]
  const meets = [-1, 0, 1].some((turn) => window.left < east + turn && window.right > west + turn)
  if (!meets || window.top >= south || window.bottom <= north) return null
  return Math.min(maxZoom, Math.max(0, printedZoom(window)))
}

const ordinate = (lat: number): number => {
  const sine = Math.sin((Math.min(89, Math.max(-89, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

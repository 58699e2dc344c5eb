import type { MapWindow } from '@guidebook/roadbook'
import pLimit from 'p-limit'
import type { TileArchive } from '../basemap/archive.ts'
import { printedZoom } from '../vector/tiles-of-map.ts'
import type { MapTiles } from './trip-map-file.ts'

/** Bounds of one source, and of all together: a traveller's device loads and keeps them. */
const mostTiles = 500
const mostBytes = 4 * 1024 * 1024
const mostBytesOfAll = 8 * 1024 * 1024
/** A tile may have several MiB: only these few are in memory beyond `mostBytes`. */
const readAtOnce = 8
/** The margin around the printed maps, as a share of their width and height, and at least a share of a tile: people move the map. */
const margin = 0.5
const leastTiles = 0.6
/** The whole trip is wanted down to this many zooms below that of its overview; then only the stages. */
const zoomsOfOverview = 1

interface Search {
  minZoom: number
  /** Tiles that are drawn above: the search leaves out tiles that these cover at all their zooms. */
  above?: readonly MapTiles[]
  /** Bytes of the sources that the file has already. */
  usedBytes?: number
  signal: AbortSignal
}

/** `isReduced`: the archive has more detail than fits. */
export type TilesOfTrip = MapTiles & { bytes: number; isReduced: boolean }

/**
 * The tiles of an archive that the interactive maps of a trip show. Zoom by zoom, until a whole zoom would be too much: a map without the last zoom
 * is less detailed, but nowhere empty.
 */
export async function tilesOfTrip(
  windows: readonly MapWindow[],
  archive: TileArchive,
  { minZoom, above = [], usedBytes = 0, signal }: Search,
): Promise<TilesOfTrip> {
  const most = Math.min(mostBytes, mostBytesOfAll - usedBytes)
  const header = await archive.header()
  const covers = above.map((others) => coveredBy(others, windows))
  const tiles = new Map<string, Uint8Array>()
  let bytes = 0
  let maxZoom = minZoom
  for (let zoom = minZoom; zoom <= header.maxZoom; zoom++) {
    const wanted = cellsAt(zoom, windows, mostTiles - tiles.size)
    if (wanted === null) {
      // An archive of another area has no tiles at lower zooms either.
      const isReduced = tiles.size > 0 || header.minZoom >= zoom
      return { minZoom, maxZoom, tiles, bytes, isReduced }
    }
    const visible = wanted.filter((cell) => !covers.some((isCovered) => isCovered(cell)))
    let more = 0
    const found = await pLimit(readAtOnce).map(visible, async (cell) => {
      if (bytes + more > most) return null
      const tile = await archive.tile(...cell, signal)
      more += tile?.length ?? 0
      return tile && ([nameOf(cell), tile] as const)
    })
    if (bytes + more > most) return { minZoom, maxZoom, tiles, bytes, isReduced: true }
    bytes += more
    const ofZoom = found.filter((tile) => tile !== null)
    for (const [name, tile] of ofZoom) tiles.set(name, tile)
    if (ofZoom.length > 0) maxZoom = zoom
  }
  return { minZoom, maxZoom, tiles, bytes, isReduced: false }
}

/** Whether tiles cover a cell at each zoom: beyond their last zoom, its tiles are enlarged. */
function coveredBy({ maxZoom, tiles }: MapTiles, windows: readonly MapWindow[]) {
  const last = cellsAt(maxZoom, windows, mostTiles) ?? []
  return ([zoom, column, row]: Cell): boolean => {
    const up = zoom - maxZoom
    if (up >= 0) return tiles.has(nameOf([maxZoom, column >> up, row >> up]))
    const within = last.filter(([, x, y]) => x >> -up === column && y >> -up === row)
    return tiles.has(nameOf([zoom, column, row])) && within.every((cell) => tiles.has(nameOf(cell)))
  }
}

type Cell = readonly [zoom: number, column: number, row: number]

const nameOf = (cell: Cell): string => cell.join('/')

/** Null: more than `most`. */
function cellsAt(zoom: number, windows: readonly MapWindow[], most: number): Cell[] | null {
  const around = 2 ** zoom
  const cells = new Map<string, Cell>()
  for (const window of windows) {
    if (window.map === 'overview' && zoom > printedZoom(window) + zoomsOfOverview) continue
    const beside = (size: number) => Math.max(size * margin, leastTiles / around)
    const [aside, above] = [beside(window.right - window.left), beside(window.bottom - window.top)]
    const first = Math.floor((window.left - aside) * around)
    const last = Math.min(first + around - 1, Math.floor((window.right + aside) * around))
    const top = Math.max(0, Math.floor((window.top - above) * around))
    const bottom = Math.min(around - 1, Math.floor((window.bottom + above) * around))
    if ((last - first + 1) * (bottom - top + 1) > most) return null
    for (let column = first; column <= last; column++) {
      for (let row = top; row <= bottom; row++) {
        const x = ((column % around) + around) % around
        cells.set(`${x}/${row}`, [zoom, x, row])
      }
    }
  }
  return cells.size > most ? null : [...cells.values()]
}

import type { PossibleSheet } from '@guidebook/roadbook'
import type { Build } from '../context.ts'
import { printedZoom, type TilesOfMap } from '../vector/tiles-of-map.ts'
import type { TileArchive } from './archive.ts'
import type { BuildBasemaps } from './basemap-sources.ts'
import { type ArchiveFailures, maxZoomOfWhole, readableTilesOf } from './vector-tiles.ts'

/** Most paper of a book's sheets, square points: 40 pages of A4. */
const mostArea = 13_500_000
/** Most bytes of the tiles beneath a book's sheets, a tile counted for each: drawing a megabyte takes a quarter of a second. */
const mostTileBytes = 12 * 1024 * 1024
/** The rest of the time for archives is for the maps that fit on a page. */
const shareOfTime = 1 / 2

/**
 * The stages whose maps are at a fixed scale: an archive has roads and paths at this scale everywhere along their ways. On less, a sheet would be
 * a line on blank paper.
 */
export async function chooseSheetStages(
  possible: readonly (readonly PossibleSheet[] | null)[],
  { vectors: { archives }, readingTime, log }: Pick<BuildBasemaps, 'vectors' | 'readingTime' | 'log'>,
  { warnings, signal }: Pick<Build, 'warnings' | 'signal'>,
): Promise<number[]> {
  if (archives.length === 0) return []
  const chosen: number[] = []
  const unreadable = new Set<TileArchive>()
  const used = { area: 0, bytes: 0 }
  for (const [stage, sheets] of possible.entries()) {
    const failures: ArchiveFailures = new Map()
    const bytes = sheets && (await coveredBy(sheets, archives, { readingTime, failures, signal }))
    for (const [archive, error] of failures) {
      if (!unreadable.has(archive)) log.warn({ err: error }, 'archive could not be read, sheets chosen without it')
      unreadable.add(archive)
    }
    if (sheets && bytes === null && readingTime.isSpent(shareOfTime)) {
      const message = `Reading ${readingTime.latest()} takes too long: from the stage at position ${stage + 1} on, each has one map at the scale that fits. The next build tries again.`
      warnings.add({ code: 'map-ground-unavailable', message })
      break
    }
    if (bytes === null) continue
    used.area += (sheets ?? []).reduce((sum, { window }) => sum + window.width * window.height, 0)
    used.bytes += bytes
    if (used.area > mostArea || used.bytes > mostTileBytes) {
      const message = `The printed book has no room for more maps at a fixed scale: from the stage at position ${stage + 1} on, each has one map at the scale that fits.`
      warnings.add({ code: 'too-many-sheets', message })
      break
    }
    chosen.push(stage)
  }
  return chosen
}

/**
 * The bytes of the tiles beneath sheets; `null` if they do not cover the ways, or when their share of the time for archives has passed. An archive
 * that cannot be read covers nothing: the maps of the book report it.
 */
async function coveredBy(
  sheets: readonly PossibleSheet[],
  archives: readonly TileArchive[],
  { readingTime, ...reading }: Pick<BuildBasemaps, 'readingTime'> & Parameters<typeof readableTilesOf>[2],
): Promise<number | null> {
  let bytes = 0
  for (const { window, way } of sheets) {
    if (readingTime.isSpent(shareOfTime)) return null
    const found = await readableTilesOf(window, archives, reading)
    if (!isCovered(found, way)) return null
    bytes += found.tiles.reduce((sum, tile) => sum + tile.bytes.length, 0)
  }
  return bytes
}

/** Whether there is a tile of the zoom that suits the map at each of these places. */
function isCovered({ window, tiles }: TilesOfMap, way: PossibleSheet['way']): boolean {
  const zoom = printedZoom(window)
  if (zoom <= maxZoomOfWhole) return false
  const around = 2 ** zoom
  const cells = new Set(tiles.filter((tile) => tile.zoom === zoom).map(({ column, row }) => `${column}/${row}`))
  return way.every(([x, y]) => cells.has(`${Math.floor(x * around)}/${Math.floor(y * around)}`))
}

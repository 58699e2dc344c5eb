import type { VectorBasemap } from '@guidebook/roadbook'
import { mostPointsOfMap, pointsIn, withFewerPoints } from './clip-shapes.ts'
import { drawTiles } from './draw-tiles.ts'
import type { NameChoice } from './kinds.ts'
import type { TilesOfMap } from './tiles-of-map.ts'

/** Most points of all basemaps of a book with sheets. A point takes up to 12 bytes of the PDF. */
const mostPointsOfBook = 240_000
/** Of the map of a stage with sheets, which have the details. */
const mostPointsOfIndex = 10_000

/** The basemaps of a book. Sheets of a dense region are simplified together, so that the file stays small enough to send. */
export function drawMaps(maps: readonly TilesOfMap[], choice: NameChoice): VectorBasemap[] {
  const names = maps.map(({ window }) => String(window.map))
  const hasSheets = names.map((name) => names.some((other) => other.startsWith(`${name}/`)))
  const drawn = maps.map((one, index) => drawTiles(one, choice, hasSheets[index] ? mostPointsOfIndex : mostPointsOfMap))
  if (!hasSheets.includes(true)) return drawn
  const sizes = maps.map(({ window }, index) => ({
    area: window.width * window.height,
    points: pointsIn(drawn[index]?.shapes ?? []),
  }))
  const density = mostDensity(sizes, mostPointsOfBook)
  return drawn.map((basemap, index) => {
    const most = Math.floor((sizes[index]?.area ?? 0) * density)
    return { ...basemap, shapes: withFewerPoints(basemap.shapes, most) }
  })
}

/** The points per area to which dense maps must be reduced, so that all maps together have no more than `total`. */
export function mostDensity(maps: readonly { area: number; points: number }[], total: number): number {
  let [points, area] = [total, maps.reduce((sum, map) => sum + map.area, 0)]
  for (const map of maps.toSorted((one, other) => one.points / one.area - other.points / other.area)) {
    if (map.points / map.area > points / area) return points / area
    points -= map.points
    area -= map.area
  }
  return Number.POSITIVE_INFINITY
}

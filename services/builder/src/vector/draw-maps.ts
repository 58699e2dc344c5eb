import type { VectorBasemap } from '@guidebook/roadbook'
import { mostPointsOfMap, pointsIn, simplified, withFewerPoints } from './clip-shapes.ts'
import { drawTiles, drawTilesInLanguages } from './draw-tiles.ts'
import type { NameChoice } from './kinds.ts'
import type { TilesOfMap } from './tiles-of-map.ts'

/** Most points of all basemaps of a book with sheets. A point takes up to 12 bytes of the PDF. */
const mostPointsOfBook = 240_000
/** Of the map of a stage with sheets, which have the details. */
const mostPointsOfIndex = 10_000
/** The same of a page: for each of its maps, where dense ones take what others leave, and of a map. A point takes up to 4 bytes of the compressed page. */
const pointsPerPageMap = 800
const mostPointsOfPageMap = 2_000
/** Units: finer detail is invisible on a phone. */
const pageTolerance = 0.3
/** The most important names of a map; there is room for a dozen of them. */
const mostNamesOfPageMap = 200

/** The basemaps of a book. Sheets of a dense region are simplified together, so that the file stays small enough to send. */
export function drawMaps(maps: readonly TilesOfMap[], choice: NameChoice): VectorBasemap[] {
  const names = maps.map(({ window }) => String(window.map))
  const hasSheets = names.map((name) => names.some((other) => other.startsWith(`${name}/`)))
  const drawn = maps.map((one, index) => drawTiles(one, choice, hasSheets[index] ? mostPointsOfIndex : mostPointsOfMap))
  return hasSheets.includes(true) ? withPoints(drawn, maps, mostPointsOfBook) : drawn
}

/**
 * The basemaps of a page in each of its languages: all have the same shapes, with few points, since a page is sent over slow networks. Maps of
 * which the data has nothing are left out, since they need no attribution.
 */
export function drawPageMaps(maps: readonly TilesOfMap[], langs: readonly string[]): VectorBasemap[][] {
  const choices = langs.map((lang) => ({ lang }))
  const drawn = maps.map((one) => drawTilesInLanguages(one, choices, mostPointsOfPageMap))
  const simpler = drawn.map(([first]) => ({ shapes: simplified(first?.shapes ?? [], pageTolerance) }))
  const common = withPoints(simpler, maps, pointsPerPageMap * maps.length)
  return langs.map((_, language) =>
    drawn
      .flatMap((all, index) => (all[language] ? [{ ...all[language], ...common[index] }] : []))
      .filter(({ shapes, names }) => shapes.length + names.length > 0)
      .map((map) => ({ ...map, names: map.names.slice(0, mostNamesOfPageMap) })),
  )
}

/** The same maps with at most so many points together. */
function withPoints<Drawn extends Pick<VectorBasemap, 'shapes'>>(
  drawn: readonly Drawn[],
  maps: readonly TilesOfMap[],
  most: number,
): Drawn[] {
  const sizes = maps.map(({ window }, index) => ({
    area: window.width * window.height,
    points: pointsIn(drawn[index]?.shapes ?? []),
  }))
  const density = mostDensity(sizes, most)
  return drawn.map((basemap, index) => {
    const mostOfMap = Math.floor((sizes[index]?.area ?? 0) * density)
    return { ...basemap, shapes: withFewerPoints(basemap.shapes, mostOfMap) }
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

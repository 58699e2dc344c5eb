/** Lengths on a sphere, exact to half a percent: enough for previews. The service calculates the figures of stored routes. */
export type Position = readonly [lon: number, lat: number]

export interface Point {
  lat: number
  lon: number
  ele?: number | undefined
}

/** The middle of a box. `west` is greater than `east` when the box lies across the antimeridian. */
export function middleOf({ south, west, north, east }: Record<'south' | 'west' | 'north' | 'east', number>): Position {
  const lon = (west + (west > east ? east + 360 : east)) / 2
  return [lon > 180 ? lon - 360 : lon, (south + north) / 2]
}

interface Part {
  positions: Position[]
  west: number
  east: number
}

const movedBy = (degrees: number, { positions, west, east }: Part): Part => ({
  positions: degrees === 0 ? positions : positions.map(([lon, lat]): Position => [lon + degrees, lat]),
  west: west + degrees,
  east: east + degrees,
})

/** Neighbours differ by at most 180 degrees, and `west` is from -180 to 180. */
function partOf(way: readonly Position[]): Part {
  let last = way[0]?.[0] ?? 0
  let [west, east] = [last, last]
  const positions = way.map(([lon, lat]): Position => {
    last = lon + 360 * Math.round((last - lon) / 360)
    west = Math.min(west, last)
    east = Math.max(east, last)
    return [last, lat]
  })
  return movedBy(-360 * Math.floor((west + 180) / 360), { positions, west, east })
}

/**
 * Lines, and places as lines of one position, none of them empty. Across the antimeridian their longitudes go on beyond 180, so that the box around
 * all of them is as narrow as possible.
 */
export function unroll(ways: readonly (readonly Position[])[]): Position[][] {
  const parts = ways.map(partOf)
  const turn = ({ west }: Part, start: number) => (west < start ? 360 : 0)
  const width = (start: number) => Math.max(...parts.map((part) => part.east + turn(part, start))) - start
  const starts = parts.map(({ west }) => west).toSorted((one, other) => one - other)
  const start = starts.reduce((best, one) => (width(one) < width(best) ? one : best), starts[0] ?? -180)
  return parts.map((part) => movedBy(turn(part, start), part).positions)
}

type Bounds = [west: number, south: number, east: number, north: number]

/** The box around unrolled positions. */
export function boundsOf(positions: readonly Position[]): Bounds | null {
  if (positions.length === 0) return null
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [lon, lat] of positions) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return [west, south, east, north]
}

const earthRadius = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

function metresBetween(one: Point, other: Point): number {
  const [lat1, lat2] = [radians(one.lat), radians(other.lat)]
  const half =
    Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(other.lon - one.lon) / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)))
}

export const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, index) => sum + metresBetween(points[index] ?? point, point), 0)

export interface Profile {
  /** Metres along the way, and the height there. */
  points: { metres: number; ele: number }[]
  length: number
  lowest: number
  highest: number
}

/** The heights along the way, at most `most` of them; null when fewer than two points have one. */
export function profileOf(points: readonly Point[], most = 400): Profile | null {
  const heights: Profile['points'] = []
  let metres = 0
  let previous: Point | undefined
  for (const point of points) {
    if (previous !== undefined) metres += metresBetween(previous, point)
    previous = point
    if (point.ele !== undefined) heights.push({ metres, ele: point.ele })
  }
  if (heights.length < 2) return null
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { ele } of heights) {
    lowest = Math.min(lowest, ele)
    highest = Math.max(highest, ele)
  }
  const step = Math.max(1, Math.ceil(heights.length / most))
  const shown = heights.filter((_, index) => index % step === 0 || index === heights.length - 1)
  return { points: shown, length: metres, lowest, highest }
}

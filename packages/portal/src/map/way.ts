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

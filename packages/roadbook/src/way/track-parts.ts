import {
  distancesAlong,
  lonDifference,
  type RouteKind,
  type Segments,
  type TrackPoint,
} from '@guidebook/route-geometry'
import type { Route } from '../document.ts'

/** A segment of a way with its place in it: metres from the way's start. Gaps between segments have no length. */
export interface TrackPart {
  points: readonly TrackPoint[]
  /** Of each point, from the start of the part. */
  along: Float64Array
  from: number
  to: number
  /** Index of its route. */
  route: number
  kind: RouteKind | string
}

export const trackParts = (routes: readonly Pick<Route, 'kind' | 'segments'>[]): TrackPart[] => {
  let from = 0
  return routes.flatMap(({ kind, segments }, route) =>
    segments
      .filter(({ length }) => length > 1)
      .map((points) => {
        const along = distancesAlong(points)
        const part = { points, along, from, to: from + (along.at(-1) ?? 0), route, kind }
        from = part.to
        return part
      }),
  )
}

/** Index of the last point at or before a distance from the start of the part. */
const indexAt = ({ along }: TrackPart, metres: number): number => {
  let [low, high] = [0, along.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((along[middle] as number) <= metres) low = middle
    else high = middle
  }
  return low
}

/** The position at a distance from the way's start, which is inside the part. */
export function pointAt(part: TrackPart, metres: number): TrackPoint {
  const at = Math.min(Math.max(metres - part.from, 0), part.to - part.from)
  const index = indexAt(part, at)
  const from = part.points[index] as TrackPoint
  const to = part.points[index + 1] ?? from
  const leg = (part.along[index + 1] ?? at) - (part.along[index] as number)
  const share = leg <= 0 ? 0 : (at - (part.along[index] as number)) / leg
  const position = {
    lat: from.lat + (to.lat - from.lat) * share,
    lon: from.lon + lonDifference(from.lon, to.lon) * share,
  }
  const ele = elevationBetween(from.ele, to.ele, share)
  return ele === undefined ? position : { ...position, ele }
}

const elevationBetween = (from: number | undefined, to: number | undefined, share: number): number | undefined => {
  if (share === 0 || to === undefined) return from
  return from === undefined ? to : from + (to - from) * share
}

/** The way between two distances from its start. */
export const sliceOf = (parts: readonly TrackPart[], from: number, to: number): Segments =>
  parts
    .filter((part) => part.from < to && part.to > from)
    .map((part) => {
      const [first, last] = [Math.max(from, part.from), Math.min(to, part.to)]
      const inside = part.points.slice(indexAt(part, first - part.from) + 1, indexAt(part, last - part.from) + 1)
      return [pointAt(part, first), ...inside, pointAt(part, last)]
    })

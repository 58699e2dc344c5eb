import { normaliseLon } from './antimeridian.ts'
import { columnsOf, type Line } from './track-columns.ts'

/** Degrees. `west` is greater than `east` when the box lies across the antimeridian. */
export interface Bounds {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/**
 * The meridians of a line, from `west` eastward by `width` degrees to `east`; both ends normalised and exact. Follows the line, so that a track
 * around the pole spans all meridians.
 */
const spanOf = (lons: Float64Array) => {
  const first = normaliseLon(lons[0] as number)
  let [west, east, lowest, highest, before, turn] = [first, first, first, first, first, 0]
  for (const sent of lons) {
    const lon = normaliseLon(sent)
    if (lon - before > 180) turn -= 360
    else if (before - lon > 180) turn += 360
    before = lon
    if (lon + turn < lowest) {
      lowest = lon + turn
      west = lon
    }
    if (lon + turn > highest) {
      highest = lon + turn
      east = lon
    }
  }
  return { west, east, width: highest - lowest }
}

type Span = ReturnType<typeof spanOf>
const wholeCircle: Span = { west: -180, east: 180, width: 360 }

/** The narrowest span that covers all spans: the full circle without the widest gap between them. */
const cover = (spans: readonly Span[]): Span => {
  const sorted = spans.toSorted((one, other) => one.west - other.west)
  let reach = Number.NEGATIVE_INFINITY
  let east = 0
  let best = wholeCircle
  const extendTo = (span: Span, turn: number): void => {
    if (span.west + span.width + turn <= reach) return
    reach = span.west + span.width + turn
    east = span.east
  }
  for (const span of sorted) extendTo(span, -360)
  for (const span of sorted) {
    const width = 360 - (span.west - reach)
    if (width < best.width) best = { west: span.west, east, width }
    extendTo(span, 0)
  }
  return best
}

/** The smallest box around a route; undefined when it has no point. Its edges are the route's own coordinates. */
export const boundsOf = (segments: readonly Line[]): Bounds | undefined => {
  let south = Number.POSITIVE_INFINITY
  let north = Number.NEGATIVE_INFINITY
  const spans: Span[] = []
  for (const line of segments) {
    const { lat: lats, lon: lons } = columnsOf(line)
    if (lons.length === 0) continue
    spans.push(spanOf(lons))
    for (const lat of lats) {
      if (lat < south) south = lat
      if (lat > north) north = lat
    }
  }
  if (spans.length === 0) return undefined
  const { west, east } = cover(spans)
  return { south, west, north, east }
}

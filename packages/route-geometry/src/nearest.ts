import { arcBetween } from './arc.ts'
import { distancesAlong } from './distance.ts'
import { cartesianColumn, toDegrees } from './ellipsoid.ts'
import { columnsOf, type Segments, type TrackPoint } from './track-columns.ts'

/** The place on the leg from point `index` to the next one, at this share (0 to 1) of its length. */
const between = (column: Float64Array, index: number, share: number): { lat: number; lon: number } => {
  const at = (axis: number): number => {
    const from = column[3 * index + axis] as number
    return from + ((column[3 * index + 3 + axis] as number) - from) * share
  }
  return toDegrees({ x: at(0), y: at(1), z: at(2) })
}

/**
 * Prepares a route for many searches of the nearest place. Returns undefined for a route without points, and the first of equally near
 * places.
 */
export const trackLocator = (segments: Segments) => {
  let before = 0
  const lines = segments.map((points, segment) => {
    const columns = columnsOf(points)
    const column = cartesianColumn(columns)
    const along = distancesAlong(columns, column)
    const line = { points, segment, column, along, before }
    before += along.at(-1) ?? 0
    return line
  })

  return (asked: TrackPoint) => {
    const target = cartesianColumn([asked])
    let nearest = Number.POSITIVE_INFINITY
    let place: { line: (typeof lines)[number]; index: number } | undefined
    for (const line of lines) {
      const { column, along, points } = line
      for (let index = 0; index < points.length; index += 1) {
        const toNext = index + 1 < points.length ? (along[index + 1] as number) - (along[index] as number) : 0
        const dx = (column[3 * index] as number) - (target[0] as number)
        const dy = (column[3 * index + 1] as number) - (target[1] as number)
        const dz = (column[3 * index + 2] as number) - (target[2] as number)
        const reach = nearest + toNext
        if (dx * dx + dy * dy + dz * dz > reach * reach) continue
        const distance = arcBetween(column, index, Math.min(index + 1, points.length - 1)).distance(target, 0)
        if (distance >= nearest) continue
        nearest = distance
        place = { line, index }
      }
    }
    if (!place) return undefined
    const { line, index } = place
    const from = line.points[index] as TrackPoint
    const to = line.points[index + 1] ?? from
    const arc = arcBetween(line.column, index, Math.min(index + 1, line.points.length - 1))
    const share = arc.chordM === 0 ? 0 : Math.min(1, Math.max(0, arc.along(target, 0) / arc.chordM))
    const here = share === 0 ? from : share === 1 ? to : between(line.column, index, share)
    const leg = (line.along[index + 1] ?? (line.along[index] as number)) - (line.along[index] as number)
    return {
      lat: here.lat,
      lon: here.lon,
      /** Metres travelled from the route's beginning, without the gaps between segments. */
      distanceAlongM: line.before + (line.along[index] as number) + leg * share,
      /** Metres over the ground from the point to the track. */
      distanceM: nearest,
      segment: line.segment,
      /** Of the point at or before the place. */
      index,
    }
  }
}

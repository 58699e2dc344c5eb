import { arcBetween } from './arc.ts'
import { distancesAlong } from './distance.ts'
import { cartesianColumn, toDegrees } from './ellipsoid.ts'
import { columnsOf, type Segment, type Segments, type TrackPoint } from './track-columns.ts'

/** The place on the leg from point `index` to the next one, at this share (0 to 1) of its length. */
const between = (column: Float64Array, index: number, share: number): { lat: number; lon: number } => {
  const at = (axis: number): number => {
    const from = column[3 * index + axis] as number
    return from + ((column[3 * index + 3 + axis] as number) - from) * share
  }
  return toDegrees({ x: at(0), y: at(1), z: at(2) })
}

interface PreparedLine {
  points: Segment
  segment: number
  column: Float64Array
  along: Float64Array
  /** Metres of all segments before. */
  before: number
}

/** From point `index` of a line to the next one; at the last point, that point alone. */
interface Leg {
  line: PreparedLine
  index: number
  /** From the place that is looked for, in metres. */
  distanceM: number
}

const endOf = ({ points }: PreparedLine, index: number): number => Math.min(index + 1, points.length - 1)

const distanceFromStart = ({ column }: PreparedLine, index: number, target: Float64Array): number => {
  const dx = (column[3 * index] as number) - (target[0] as number)
  const dy = (column[3 * index + 1] as number) - (target[1] as number)
  const dz = (column[3 * index + 2] as number) - (target[2] as number)
  return Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/**
 * The nearest leg of the first pass that is nearer than `withinM`: a pass ends where the distance has risen by more than `riseM`. Without
 * limits, it is the nearest leg of all.
 */
const legOfPass = (
  lines: readonly PreparedLine[],
  target: Float64Array,
  withinM = Number.POSITIVE_INFINITY,
  riseM = Number.POSITIVE_INFINITY,
): Leg | undefined => {
  let nearest: Leg | undefined
  for (const line of lines) {
    const { column, along, points } = line
    for (let index = 0; index < points.length; index += 1) {
      const startM = distanceFromStart(line, index, target)
      if (nearest && startM > nearest.distanceM + riseM) return nearest
      const limitM: number = nearest?.distanceM ?? withinM
      const end = endOf(line, index)
      if (startM > limitM + ((along[end] as number) - (along[index] as number))) continue
      const distanceM = arcBetween(column, index, end).distance(target, 0)
      if (distanceM < limitM) nearest = { line, index, distanceM }
    }
  }
  return nearest
}

/**
 * Prepares a route for many searches of the nearest place. Returns undefined for a route without points. A route may pass a place several
 * times, for example there and back: passes whose distances differ by less than `noiseM` count as equally near, and the first one is returned.
 */
export const trackLocator = (segments: Segments, noiseM = 0) => {
  let before = 0
  const lines = segments.map((points, segment): PreparedLine => {
    const columns = columnsOf(points)
    const column = cartesianColumn(columns)
    const along = distancesAlong(columns, column)
    const line = { points, segment, column, along, before }
    before += along.at(-1) ?? 0
    return line
  })

  return (asked: TrackPoint) => {
    const target = cartesianColumn([asked])
    const nearest = legOfPass(lines, target)
    if (!nearest) return undefined
    const { line, index } = legOfPass(lines, target, nearest.distanceM + noiseM, noiseM) ?? nearest
    const from = line.points[index] as TrackPoint
    const to = line.points[index + 1] ?? from
    const arc = arcBetween(line.column, index, endOf(line, index))
    const share = arc.chordM === 0 ? 0 : Math.min(1, Math.max(0, arc.along(target, 0) / arc.chordM))
    const here = share === 0 ? from : share === 1 ? to : between(line.column, index, share)
    const leg = (line.along[index + 1] ?? (line.along[index] as number)) - (line.along[index] as number)
    return {
      lat: here.lat,
      lon: here.lon,
      /** Metres travelled from the route's beginning, without the gaps between segments. */
      distanceAlongM: line.before + (line.along[index] as number) + leg * share,
      /** Metres over the ground from the point to the track. The place, on another pass, may be up to `noiseM` farther. */
      distanceM: nearest.distanceM,
      segment: line.segment,
      /** Of the point at or before the place. */
      index,
    }
  }
}

import { distancesAlong } from './distance.ts'
import { elevationGapLimitM, knownElevations } from './elevation.ts'
import { columnsOf, type Segments } from './track-columns.ts'

/** Metres along the route and metres of elevation; `ele: null` breaks the line: the points before and after it are not connected. */
export interface ProfilePoint {
  readonly distanceM: number
  readonly ele: number | null
}

/** Points with the same number of a stretch are connected. */
type KnownPoint = Record<'distanceM' | 'ele' | 'stretch', number>

/** The used elevations of the whole route. A stretch ends with its segment, and where elevation is missing for too long. */
const knownPoints = (segments: Segments): KnownPoint[] => {
  const known: KnownPoint[] = []
  let before = 0
  let stretch = 0
  for (const points of segments) {
    const columns = columnsOf(points)
    const along = distancesAlong(columns)
    let last: number | undefined
    for (const index of knownElevations(columns.ele, along).indices) {
      if (last !== undefined && isBroken(columns.ele, along, last, index)) stretch += 1
      known.push({ distanceM: before + (along[index] as number), ele: columns.ele[index] as number, stretch })
      last = index
    }
    before += along.at(-1) ?? 0
    stretch += 1
  }
  return known
}

/** Whether the points without elevation between two used points span too long a distance. */
const isBroken = (eles: Float64Array, along: Float64Array, from: number, to: number): boolean => {
  let lastGiven = from
  for (let index = from + 1; index <= to; index += 1) {
    if (Number.isNaN(eles[index])) continue
    const span = (along[index] as number) - (along[lastGiven] as number)
    if (index - lastGiven > 1 && span > elevationGapLimitM) return true
    lastGiven = index
  }
  return false
}

/**
 * Largest-triangle-three-buckets (Steinarsson 2013): keeps from each bucket the point that makes the largest triangle with the point
 * kept before and the mean of the next bucket. Unlike even sampling, this keeps summits and hollows.
 */
const thin = (points: readonly KnownPoint[], samples: number): readonly KnownPoint[] => {
  if (points.length <= samples) return points
  const bucket = (points.length - 2) / (samples - 2)
  const start = (position: number): number => Math.min(1 + Math.floor(position * bucket), points.length - 1)
  let chosen = points[0] as KnownPoint
  const result = [chosen]
  for (let position = 0; position < samples - 2; position += 1) {
    const next = points.slice(start(position + 1), Math.max(start(position + 2), start(position + 1) + 1))
    const meanDistance = next.reduce((sum, point) => sum + point.distanceM, 0) / next.length
    const meanEle = next.reduce((sum, point) => sum + point.ele, 0) / next.length
    let largest = -1
    let best = chosen
    for (let index = start(position); index < start(position + 1); index += 1) {
      const point = points[index] as KnownPoint
      const area = Math.abs(
        (chosen.distanceM - meanDistance) * (point.ele - chosen.ele) -
          (chosen.distanceM - point.distanceM) * (meanEle - chosen.ele),
      )
      if (area > largest) {
        largest = area
        best = point
      }
    }
    chosen = best
    result.push(best)
  }
  result.push(points.at(-1) as KnownPoint)
  return result
}

/**
 * The elevation over the distance travelled, spikes removed, in at most `samples` (3 or more) of the route's own points
 * and the breaks between them. Empty when no elevation is known.
 */
export const profile = (segments: Segments, samples: number): ProfilePoint[] => {
  if (!(samples >= 3)) throw new RangeError('A profile needs at least three samples.')
  const line: ProfilePoint[] = []
  let joined: number | undefined
  for (const { distanceM, ele, stretch } of thin(knownPoints(segments), samples)) {
    if (joined !== undefined && joined !== stretch) line.push({ distanceM, ele: null })
    line.push({ distanceM, ele })
    joined = stretch
  }
  return line
}

import { chordLimitM, distancesAlong } from './distance.ts'
import { climbMeter, elevationGapLimitM, hysteresisM, knownElevations, spikeGrade } from './elevation.ts'
import { columnsOf, type Line } from './track-columns.ts'
import { type Pace, paces, type RouteKind, travelHours } from './travel-time.ts'

/** Measures that do not depend on the kind of route, in metres; null: unknown, which is not 0. */
export interface RouteMeasures {
  readonly distanceM: number
  readonly ascentM: number | null
  readonly descentM: number | null
  /** Points with an elevation over all points, 0 to 1; 0 for a route without points. */
  readonly shareWithElevation: number
}

/** How the numbers are calculated, published beside them. `version` rises when a constant or a rule changes. */
export const statisticsMethod = (kind: RouteKind) => ({
  version: 1 as const,
  length: 'geodesic on WGS 84, gaps between segments not bridged',
  climb: 'turning points with hysteresis, spikes removed',
  hysteresisM,
  spikeGrade,
  elevationGapLimitM,
  chordLimitM,
  time: paces[kind] as Pace,
})

/**
 * Length and climb of a whole route. The climb meter continues from segment to segment. The rise, fall and length of the
 * gap between two segments do not count.
 */
export const measureRoute = (segments: readonly Line[]): RouteMeasures => {
  const meter = climbMeter()
  let lengthM = 0
  let pointCount = 0
  let withElevation = 0
  let complete = true
  let last: number | undefined
  for (const line of segments) {
    const columns = columnsOf(line)
    const along = distancesAlong(columns)
    lengthM += along.at(-1) ?? 0
    pointCount += along.length
    for (const ele of columns.ele) if (!Number.isNaN(ele)) withElevation += 1
    const known = knownElevations(columns.ele, along)
    complete &&= known.complete
    let shift: number | undefined
    for (const index of known.indices) {
      const elevation = columns.ele[index] as number
      shift ??= last === undefined ? 0 : last - elevation
      last = elevation + shift
      meter.add(last)
    }
  }
  const climb = complete && withElevation > 0 ? meter.total() : { ascentM: null, descentM: null }
  return { distanceM: lengthM, ...climb, shareWithElevation: pointCount === 0 ? 0 : withElevation / pointCount }
}

/** The same with the time for a kind of route, and the method. */
export const routeStatistics = (segments: readonly Line[], kind: RouteKind) => {
  const measures = measureRoute(segments)
  return {
    ...measures,
    hours: travelHours(kind, measures.distanceM, measures.ascentM, measures.descentM),
    method: statisticsMethod(kind),
  }
}

export type RouteStatistics = ReturnType<typeof routeStatistics>

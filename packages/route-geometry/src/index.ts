export { eastEdge, lonDifference, normaliseLon, splitAtAntimeridian } from './antimeridian.ts'
export { type Bounds, boundsOf } from './bounds.ts'
export { distanceM, distancesAlong } from './distance.ts'
export { type JoinedRoute, joinLimitM, joinParts } from './join-parts.ts'
export { type PlaceOnTrack, trackLocator } from './nearest.ts'
export { packTrack, unpackColumns, unpackTrack } from './pack-track.ts'
export { type ProfilePoint, profile } from './profile.ts'
export { type SimplifiedRoute, simplify, simplifySegments } from './simplify.ts'
export {
  measureRoute,
  type RouteMeasures,
  type RouteStatistics,
  routeStatistics,
  type StatisticsMethod,
  statisticsMethod,
} from './statistics.ts'
export { columnsOf, type Line, pointsOf, type TrackColumns } from './track-columns.ts'
export type { Segment, Segments, TrackPoint } from './track-point.ts'
export { type Pace, paces, type RouteKind, travelHours } from './travel-time.ts'
export { type GpxTrack, type GpxWaypoint, writeGpx } from './write-gpx.ts'

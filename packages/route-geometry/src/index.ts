export { lonDifference, normaliseLon, splitAtAntimeridian } from './antimeridian.ts'
export { type Bounds, boundsOf } from './bounds.ts'
export { distanceM, distancesAlong } from './distance.ts'
export { escapeXml } from './escape-xml.ts'
export { joinParts } from './join-parts.ts'
export { trackLocator } from './nearest.ts'
export { packTrack, unpackColumns, unpackTrack } from './pack-track.ts'
export { type ProfilePoint, profile } from './profile.ts'
export { type LineToSimplify, simplifyLines, simplifySegments } from './simplify.ts'
export {
  measureRoute,
  type RouteMeasures,
  type RouteStatistics,
  routeStatistics,
  statisticsMethod,
} from './statistics.ts'
export { columnsOf, pointsOf, type Segments, type TrackColumns, type TrackPoint } from './track-columns.ts'
export { paces, type RouteKind, travelHours } from './travel-time.ts'
export { legLimitM, type RouteRole, type Ways, waysOf } from './ways.ts'
export { type GpxTrack, type GpxWaypoint, type WrittenSegments, writeGpx } from './write-gpx.ts'

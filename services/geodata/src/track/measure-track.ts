import {
  type Bounds,
  boundsOf,
  measureRoute,
  type RouteMeasures,
  type TrackColumns,
  unpackColumns,
} from '@guidebook/route-geometry'

/** All that is kept about a track beside its points. */
export interface MeasuredTrack {
  measures: RouteMeasures
  bounds: Bounds | null
  pointCount: number
}

export const measureSegments = (segments: readonly TrackColumns[]): MeasuredTrack => ({
  measures: measureRoute(segments),
  bounds: boundsOf(segments) ?? null,
  pointCount: segments.reduce((sum, { lat }) => sum + lat.length, 0),
})

export const measureTrack = (packed: Uint8Array): MeasuredTrack => measureSegments(unpackColumns(packed))

import { type Bounds, boundsOf, measureRoute, type RouteMeasures, unpackTrack } from '@guidebook/route-geometry'

/** All that is kept about a track beside its points. */
export interface MeasuredTrack {
  measures: RouteMeasures
  bounds: Bounds | null
  pointCount: number
}

export const measureTrack = (packed: Uint8Array): MeasuredTrack => {
  const segments = unpackTrack(packed)
  return {
    measures: measureRoute(segments),
    bounds: boundsOf(segments) ?? null,
    pointCount: segments.reduce((sum, points) => sum + points.length, 0),
  }
}

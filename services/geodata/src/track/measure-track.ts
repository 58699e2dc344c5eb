import { hash } from 'node:crypto'
import {
  type Bounds,
  boundsOf,
  measureRoute,
  packTrack,
  type RouteMeasures,
  type TrackColumns,
  unpackColumns,
} from '@guidebook/route-geometry'

/** The columns of a route that follow from its points. */
export interface MeasuredTrack {
  measures: RouteMeasures
  bounds: Bounds | null
  point_count: number
  /** Hex, of the packed points: equal tracks have equal hashes. */
  track_sha256: string
}

export interface SentTrack extends MeasuredTrack {
  packed: Uint8Array
}

export const hashOf = (packed: Uint8Array): string => hash('sha256', packed, 'hex')

const measureColumns = (segments: readonly TrackColumns[], packed: Uint8Array): MeasuredTrack => ({
  measures: measureRoute(segments),
  bounds: boundsOf(segments) ?? null,
  point_count: segments.reduce((sum, { lat }) => sum + lat.length, 0),
  track_sha256: hashOf(packed),
})

export const measureTrack = (packed: Uint8Array): MeasuredTrack => measureColumns(unpackColumns(packed), packed)

/** Packs and measures the points as they were sent. */
export function takeTrack(points: TrackColumns): SentTrack {
  const packed = packTrack([points])
  return { packed, ...measureColumns([points], packed) }
}

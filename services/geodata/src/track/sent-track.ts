import { hash } from 'node:crypto'
import { packTrack, type TrackColumns } from '@guidebook/route-geometry'
import { type MeasuredTrack, measureSegments } from './measure-track.ts'

/** The points of a route as they are kept, and all that is kept about them. */
export interface SentTrack extends MeasuredTrack {
  packed: Uint8Array
  /** Hex; equal tracks have equal hashes. */
  sha256: string
}

export const hashOf = (packed: Uint8Array): string => hash('sha256', packed, 'hex')

/** Packs and measures the points as they were sent. */
export const takeTrack = (points: TrackColumns): SentTrack => {
  const segments = [points]
  const packed = packTrack(segments)
  return { packed, sha256: hashOf(packed), ...measureSegments(segments) }
}

import { hash } from 'node:crypto'
import type { Waypoint } from '@guidebook/contracts'
import { packTrack } from '@guidebook/route-geometry'

/** The points of a route as they are kept. */
export interface SentTrack {
  packed: Uint8Array
  /** Hex; equal tracks have equal hashes. */
  sha256: string
}

export const hashOf = (packed: Uint8Array): string => hash('sha256', packed, 'hex')

export const sentTrack = (waypoints: readonly Waypoint[]): SentTrack => {
  const packed = packTrack([waypoints])
  return { packed, sha256: hashOf(packed) }
}

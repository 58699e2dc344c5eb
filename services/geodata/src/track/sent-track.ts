import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Waypoint } from '@guidebook/contracts'
import { packTrack } from '@guidebook/route-geometry'

/** Points from which on packing waits for a turn of its own: reading them has just taken one. */
const manyPoints = 20_000

/** The points of a route as they are kept. */
export interface SentTrack {
  packed: Uint8Array
  /** Hex; equal tracks have equal hashes. */
  sha256: string
}

export const hashOf = (packed: Uint8Array): string => hash('sha256', packed, 'hex')

export const sentTrack = async (waypoints: readonly Waypoint[]): Promise<SentTrack> => {
  if (waypoints.length >= manyPoints) await turn()
  const packed = packTrack([waypoints])
  return { packed, sha256: hashOf(packed) }
}

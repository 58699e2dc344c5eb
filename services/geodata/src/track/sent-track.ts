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

const hasMinusZero = ({ lat, lon, ele }: Waypoint): boolean =>
  Object.is(lat, -0) || Object.is(lon, -0) || Object.is(ele, -0)

/** JavaScript writes -0 as 0: whoever sends back what was read must not change the route by it. */
const withPlainZeros = ({ lat, lon, ele }: Waypoint): Waypoint =>
  ele === undefined ? { lat: lat + 0, lon: lon + 0 } : { lat: lat + 0, lon: lon + 0, ele: ele + 0 }

export const hashOf = (packed: Uint8Array): string => hash('sha256', packed, 'hex')

export const sentTrack = async (waypoints: readonly Waypoint[]): Promise<SentTrack> => {
  if (waypoints.length >= manyPoints) await turn()
  const packed = packTrack([waypoints.some(hasMinusZero) ? waypoints.map(withPlainZeros) : waypoints])
  return { packed, sha256: hashOf(packed) }
}

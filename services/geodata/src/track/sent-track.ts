import { hash } from 'node:crypto'
import type { Waypoint } from '@guidebook/contracts'
import { packTrack, type TrackPoint } from '@guidebook/route-geometry'
import { type MeasuredTrack, measureSegments } from './measure-track.ts'

/** The points of a route as they are kept, and all that is kept about them. */
export interface SentTrack extends MeasuredTrack {
  packed: Uint8Array
  /** Hex; equal tracks have equal hashes. */
  sha256: string
}

export const hashOf = (packed: Uint8Array): string => hash('sha256', packed, 'hex')

/**
 * Latitude, longitude and elevation (NaN: none) of each point: copied to a thread in one piece, where objects would be one by one.
 * JavaScript writes -0 as 0; whoever sends back what was read must not change the route by it, so -0 is 0 from here on.
 */
export const numbersOf = (waypoints: readonly Waypoint[]): Float64Array => {
  const numbers = new Float64Array(waypoints.length * 3)
  let at = 0
  for (const { lat, lon, ele } of waypoints) {
    numbers[at] = lat + 0
    numbers[at + 1] = lon + 0
    numbers[at + 2] = ele === undefined ? Number.NaN : ele + 0
    at += 3
  }
  return numbers
}

const pointsOf = (numbers: Float64Array): TrackPoint[] => {
  const points = new Array<TrackPoint>(numbers.length / 3)
  for (let index = 0; index < points.length; index++) {
    const lat = numbers[index * 3] as number
    const lon = numbers[index * 3 + 1] as number
    const ele = numbers[index * 3 + 2] as number
    points[index] = Number.isNaN(ele) ? { lat, lon } : { lat, lon, ele }
  }
  return points
}

/** Packs and measures the points that `numbersOf` put together. */
export const takeTrack = (numbers: Float64Array): SentTrack => {
  const segments = [pointsOf(numbers)]
  const packed = packTrack(segments)
  return { packed, sha256: hashOf(packed), ...measureSegments(segments) }
}

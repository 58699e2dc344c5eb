import type { StoredOnDemandRequest } from '@guidebook/contracts'
import { unpackTrack } from '@guidebook/route-geometry'

/** A stored request with waypoints instead of packed tracks, as a partner sends it. */
export function withWaypoints(stored: StoredOnDemandRequest): unknown {
  return JSON.parse(JSON.stringify(stored), (_, value) => {
    if (typeof value?.track !== 'string') return value
    const { track, pointCount, ...content } = value
    const waypoints = unpackTrack(Buffer.from(track, 'base64')).flat()
    if (waypoints.length !== pointCount) throw new Error(`the track has ${waypoints.length} points, not ${pointCount}`)
    return { ...content, waypoints }
  })
}

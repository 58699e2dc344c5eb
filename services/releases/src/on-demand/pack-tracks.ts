import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { StoredOnDemandRequest } from '@guidebook/contracts'
import { packTrack, type TrackColumns } from '@guidebook/route-geometry'
import type { SentOnDemand } from './sent-on-demand.ts'

interface RoutePoints {
  waypoints?: TrackColumns
  track?: string
  pointCount?: number
}

/**
 * Replaces the waypoints of every route by its packed track, in Base64. As JSON, half a million points would hold up every other request
 * each time the request is stored or read.
 */
export async function packTracks(request: SentOnDemand): Promise<StoredOnDemandRequest> {
  for (const { routes = [] } of request.guidebook.stages) {
    for (const { content } of routes) {
      if (content === undefined) continue
      const points: RoutePoints = content
      const { waypoints } = content
      points.track = Buffer.from(packTrack([waypoints])).toString('base64')
      points.pointCount = waypoints.lat.length
      delete points.waypoints
      await yieldToEventLoop()
    }
  }
  return request as unknown as StoredOnDemandRequest
}

import { featureGeometry } from './feature-geometry.ts'
import { trackGpx } from './gpx-text.ts'
import { measureTrack } from './measure-track.ts'
import { waypointsJson } from './waypoints-json.ts'

/** What takes time by the number of points. All of it begins with the packed track. */
export const trackJobs = { measureTrack, waypointsJson, featureGeometry, trackGpx }

export type TrackJobs = typeof trackJobs

export type JobArguments<Name extends keyof TrackJobs> =
  Parameters<TrackJobs[Name]> extends [Uint8Array, ...infer Rest] ? Rest : never

export interface JobOrder {
  name: keyof TrackJobs
  packed: Uint8Array
  rest: readonly unknown[]
}

export const runJob = ({ name, packed, rest }: JobOrder): unknown =>
  (trackJobs[name] as (packed: Uint8Array, ...rest: unknown[]) => unknown)(packed, ...rest)

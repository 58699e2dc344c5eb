import { featureGeometry } from './feature-geometry.ts'
import { trackGpx } from './gpx-text.ts'
import { measureTrack } from './measure-track.ts'
import { takeTrack } from './sent-track.ts'
import { waypointsJson } from './waypoints-json.ts'

/** What takes time by the number of points. All of it begins with the track: packed, or as the columns of what was sent. */
export const trackJobs = { takeTrack, measureTrack, waypointsJson, featureGeometry, trackGpx }

export type TrackJobs = typeof trackJobs

/** What the job is done with: the track, then whatever else it needs. */
export type JobInput<Name extends keyof TrackJobs> = Parameters<TrackJobs[Name]>

export interface JobOrder {
  name: keyof TrackJobs
  input: readonly unknown[]
}

export const runJob = ({ name, input }: JobOrder): unknown =>
  (trackJobs[name] as (...input: unknown[]) => unknown)(...input)

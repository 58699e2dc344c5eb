import { featureGeometry } from './feature-geometry.ts'
import { trackGpx } from './gpx-text.ts'
import { measureTrack } from './measure-track.ts'
import { takeTrack } from './sent-track.ts'
import { waypointsJson } from './waypoints-json.ts'

/** Jobs that take time by the number of points. The first argument is the track: packed, or as the columns of what was sent. */
const trackJobs = { takeTrack, measureTrack }
export type TrackJobs = typeof trackJobs

/** Jobs that write a packed track as text. */
const trackTexts = { waypointsJson, featureGeometry, trackGpx }
export type TrackTexts = typeof trackTexts

const jobs = { ...trackJobs, ...trackTexts }

/** The arguments of a job: the track, then whatever else it needs. */
export type JobInput<Jobs extends Partial<typeof jobs>, Name extends keyof Jobs> = Jobs[Name] extends (
  ...input: infer Input
) => unknown
  ? Input
  : never

export interface JobOrder {
  name: keyof typeof jobs
  input: readonly unknown[]
}

export const runJob = ({ name, input }: JobOrder): unknown => (jobs[name] as (...input: unknown[]) => unknown)(...input)

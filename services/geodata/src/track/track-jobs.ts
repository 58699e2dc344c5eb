import { unpackTrack } from '@guidebook/route-geometry'
import { featureGeometry } from './feature-geometry.ts'
import { trackGpx } from './gpx-text.ts'
import { measureTrack, takeTrack } from './measure-track.ts'

/** The points as they were sent, as JSON text: `[{"lat":…,"lon":…,"ele":…},…]`. */
const waypointsJson = (packed: Uint8Array): string => JSON.stringify(unpackTrack(packed).flat())

/** Jobs whose time grows with the number of points. The first argument is the track: packed, or the columns of what was sent. */
const trackJobs = { takeTrack, measureTrack }
export type TrackJobs = typeof trackJobs

/** Jobs that write a packed track as text. */
const trackTexts = { waypointsJson, featureGeometry, trackGpx }
export type TrackTexts = typeof trackTexts

export const jobs = { ...trackJobs, ...trackTexts }

export interface JobOrder {
  name: keyof typeof jobs
  input: readonly unknown[]
}

/** What a thread returns. */
export interface JobResult {
  result: unknown
  /** Processor time, milliseconds. */
  cpuMs: number
}

export const runJob = ({ name, input }: JobOrder): unknown => (jobs[name] as (...input: unknown[]) => unknown)(...input)

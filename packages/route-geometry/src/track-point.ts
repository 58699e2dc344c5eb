/** One point of a track: degrees on WGS 84, elevation in metres when it is known. */
export interface TrackPoint {
  readonly lat: number
  readonly lon: number
  readonly ele?: number
}

/** Points of an uninterrupted line. */
export type Segment = readonly TrackPoint[]

/** A route or recording: one or more segments. The way between two segments is unknown and never bridged. */
export type Segments = readonly Segment[]

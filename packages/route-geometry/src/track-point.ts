/** One point of a track: degrees on WGS 84, elevation in metres when it is known. */
export interface TrackPoint {
  readonly lat: number
  readonly lon: number
  readonly ele?: number
}

/** Points that were travelled without a break. */
export type Segment = readonly TrackPoint[]

/** A route or recording: one or more segments. What lies between two segments is not known and never bridged. */
export type Segments = readonly Segment[]

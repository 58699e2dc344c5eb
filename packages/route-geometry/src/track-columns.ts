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

/** One segment without an object for each point, for long tracks. All three have the same length. */
export interface TrackColumns {
  readonly lat: Float64Array
  readonly lon: Float64Array
  /** NaN where the elevation is unknown. */
  readonly ele: Float64Array
}

/** A segment in either form. All calculations use columns. */
export type Line = Segment | TrackColumns

const isSegment = (line: Line): line is Segment => Array.isArray(line)

export const columnsOf = (line: Line): TrackColumns => {
  if (!isSegment(line)) return line
  const { length } = line
  const columns = { lat: new Float64Array(length), lon: new Float64Array(length), ele: new Float64Array(length) }
  for (let index = 0; index < length; index += 1) {
    const { lat, lon, ele = Number.NaN } = line[index] as TrackPoint
    columns.lat[index] = lat
    columns.lon[index] = lon
    columns.ele[index] = ele
  }
  return columns
}

export const pointsOf = ({ lat: lats, lon: lons, ele: eles }: TrackColumns): TrackPoint[] => {
  const points = new Array<TrackPoint>(lats.length)
  for (let index = 0; index < lats.length; index += 1) {
    const lat = lats[index] as number
    const lon = lons[index] as number
    const ele = eles[index] as number
    points[index] = Number.isNaN(ele) ? { lat, lon } : { lat, lon, ele }
  }
  return points
}

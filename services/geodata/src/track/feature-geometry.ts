import {
  type Bounds,
  type Segments,
  splitAtAntimeridian,
  type TrackPoint,
  unpackTrack,
} from '@guidebook/route-geometry'

const position = ({ lat, lon, ele }: TrackPoint): number[] => (ele === undefined ? [lon, lat] : [lon, lat, ele])

const crosses = (segments: Segments): boolean =>
  segments.some((points) => points.some((point, index) => Math.abs(point.lon - (points[index - 1] ?? point).lon) > 180))

/**
 * The members `bbox` and `geometry` of a GeoJSON feature, as JSON text. Lines that cross the antimeridian are cut there
 * (RFC 7946, section 3.1.9), at 180 and -180.
 */
export const featureGeometry = (packed: Uint8Array, bounds: Bounds | null): string => {
  const segments = unpackTrack(packed)
  const whole = crosses(segments) ? splitAtAntimeridian(segments, 180) : segments
  // A line needs two positions; a point alone at the edge is where the line next to it ends.
  const lines = whole.filter((points) => points.length > 1).map((points) => points.map(position))
  const geometry =
    lines.length === 1 ? { type: 'LineString', coordinates: lines[0] } : { type: 'MultiLineString', coordinates: lines }
  const bbox = bounds === null ? '' : `"bbox":${JSON.stringify(boxOf(bounds, segments))},`
  return `${bbox}"geometry":${JSON.stringify(geometry)}`
}

/**
 * With heights where there are any: a box has as many dimensions as what is in it (section 5). West is greater than east
 * across the antimeridian.
 */
const boxOf = ({ south, west, north, east }: Bounds, segments: Segments): number[] => {
  // Bounds say -180 for the antimeridian; a line that ends there from the west ends at 180.
  const right = east === -180 && west !== -180 ? 180 : east
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (const points of segments) {
    for (const { ele = Number.NaN } of points) {
      if (ele < lowest) lowest = ele
      if (ele > highest) highest = ele
    }
  }
  return lowest > highest ? [west, south, right, north] : [west, south, lowest, right, north, highest]
}

import { type Segments, splitAtAntimeridian, type TrackPoint, unpackTrack } from '@guidebook/route-geometry'

const position = ({ lat, lon, ele }: TrackPoint): number[] => (ele === undefined ? [lon, lat] : [lon, lat, ele])

const crosses = (segments: Segments): boolean =>
  segments.some((points) => points.some((point, index) => Math.abs(point.lon - (points[index - 1] ?? point).lon) > 180))

/** A GeoJSON geometry as JSON text. Lines that cross the antimeridian are cut there (RFC 7946, section 3.1.9). */
export const geometryJson = (packed: Uint8Array): string => {
  const segments = unpackTrack(packed)
  const whole = crosses(segments) ? splitAtAntimeridian(segments) : segments
  // A line needs two positions; a point alone at the edge is where the line next to it ends.
  const lines = whole.filter((points) => points.length > 1).map((points) => points.map(position))
  return JSON.stringify(
    lines.length === 1
      ? { type: 'LineString', coordinates: lines[0] }
      : { type: 'MultiLineString', coordinates: lines },
  )
}

import type { Segments, TrackPoint } from './track-columns.ts'

/** The same meridian as a number with -180 <= lon < 180. A number in that range is returned unchanged. */
export const normaliseLon = (lon: number): number => {
  if (lon >= -180 && lon < 180) return lon
  const turned = (((lon + 180) % 360) + 360) % 360
  return turned - 180
}

/** The shorter way from one meridian to another, in degrees, -180 to 180. */
export const lonDifference = (from: number, to: number): number => {
  const difference = normaliseLon(to) - normaliseLon(from)
  if (difference > 180) return difference - 360
  return difference < -180 ? difference + 360 : difference
}

/** The last longitude before the antimeridian for formats with `lon < 180`: a centimetre short of it. */
export const eastEdge = 179.9999999

const isFarAround = (from: TrackPoint, to: TrackPoint): boolean => Math.abs(to.lon - from.lon) > 180

/** Latitude at which the leg crosses the antimeridian; linear in degrees, as maps draw it. */
const crossingLat = (from: TrackPoint, to: TrackPoint): number => {
  const edge = from.lon > 0 ? 180 : -180
  const whole = lonDifference(from.lon, to.lon)
  return whole === 0 ? from.lat : from.lat + ((to.lat - from.lat) * (edge - from.lon)) / whole
}

/**
 * Cuts every leg that crosses the antimeridian: the line ends at one edge and continues in a new segment at the other. All longitudes
 * are normalised. The points added at the edges have no elevation: it would be invented. `east` is the edge in the eastern hemisphere,
 * for formats that allow 180.
 */
export const splitAtAntimeridian = (segments: Segments, east: number = eastEdge): TrackPoint[][] => {
  const pieces: TrackPoint[][] = []
  for (const points of segments) {
    let piece: TrackPoint[] = []
    let before: TrackPoint | undefined
    for (const point of points) {
      const lon = normaliseLon(point.lon)
      const here = lon === point.lon ? point : { ...point, lon }
      if (before && isFarAround(before, here)) {
        const lat = crossingLat(before, here)
        const eastward = before.lon > 0
        if (before.lon !== -180) piece.push({ lat, lon: eastward ? east : -180 })
        pieces.push(piece)
        piece = here.lon === -180 ? [] : [{ lat, lon: eastward ? -180 : east }]
      }
      piece.push(here)
      before = here
    }
    if (piece.length > 0) pieces.push(piece)
  }
  return pieces
}

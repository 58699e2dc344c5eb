import geodesic from 'geographiclib-geodesic'
import { cartesianColumn, meanRadius, toCartesian } from './ellipsoid.ts'
import { columnsOf, type Line, type TrackPoint } from './track-columns.ts'

/** Legs up to this chord, in metres, are measured by the chord; longer ones by Karney's algorithm. */
export const chordLimitM = 20_000

/**
 * Arc of a circle of the mean radius over a chord: c (1 + c² / 24 R²), the series of 2R asin(c / 2R).
 * The radius of curvature of WGS 84 lies between 6335 and 6400 km whatever the place and azimuth, so that taking the
 * mean radius for it errs by less than 1.2 % of the second term: below 0.1 mm at 20 km, 0.02 µm at 100 m.
 */
const arcOverChord = (chord: number): number => chord * (1 + (chord * chord) / (24 * meanRadius * meanRadius))

const geodesicM = (fromLat: number, fromLon: number, toLat: number, toLon: number): number => {
  const { s12 } = geodesic.Geodesic.WGS84.Inverse(fromLat, fromLon, toLat, toLon, geodesic.Geodesic.DISTANCE)
  if (s12 === undefined) throw new RangeError('Coordinates are not finite numbers.')
  return s12
}

/** Geodesic distance on WGS 84 in metres, within 0.1 mm of Karney's (2013) algorithm. */
export const distanceM = (from: TrackPoint, to: TrackPoint): number => {
  const a = toCartesian(from.lat, from.lon)
  const b = toCartesian(to.lat, to.lon)
  const chord = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z)
  return chord <= chordLimitM ? arcOverChord(chord) : geodesicM(from.lat, from.lon, to.lat, to.lon)
}

/**
 * Distance from the first point to each point of the segment, in metres; an empty segment gives an empty array. `given`: the
 * `cartesianColumn` of the segment, if it is available.
 */
export const distancesAlong = (line: Line, given?: Float64Array): Float64Array => {
  const columns = columnsOf(line)
  const { lat, lon } = columns
  const cartesian = given ?? cartesianColumn(columns)
  const along = new Float64Array(lat.length)
  let total = 0
  for (let index = 1; index < lat.length; index += 1) {
    const at = index * 3
    const dx = (cartesian[at] as number) - (cartesian[at - 3] as number)
    const dy = (cartesian[at + 1] as number) - (cartesian[at - 2] as number)
    const dz = (cartesian[at + 2] as number) - (cartesian[at - 1] as number)
    const chord = Math.sqrt(dx * dx + dy * dy + dz * dz)
    total +=
      chord <= chordLimitM
        ? arcOverChord(chord)
        : geodesicM(lat[index - 1] as number, lon[index - 1] as number, lat[index] as number, lon[index] as number)
    along[index] = total
  }
  return along
}

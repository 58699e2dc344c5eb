import { columnsOf, type Line } from './track-columns.ts'

/** WGS 84 (NGA.STND.0036): semi-major axis in metres, flattening. */
const semiMajorAxis = 6_378_137
const flattening = 1 / 298.257223563
const eccentricitySquared = flattening * (2 - flattening)
const radians = Math.PI / 180

/** IUGG mean radius in metres. */
export const meanRadius = 6_371_008.8

/** Converts degrees to Earth-centred Cartesian coordinates in metres, on the surface of the ellipsoid (without elevation). */
export const toCartesian = (lat: number, lon: number) => {
  const sinLat = Math.sin(lat * radians)
  const normal = semiMajorAxis / Math.sqrt(1 - eccentricitySquared * sinLat * sinLat)
  const toAxis = normal * Math.cos(lat * radians)
  return {
    x: toAxis * Math.cos(lon * radians),
    y: toAxis * Math.sin(lon * radians),
    z: normal * (1 - eccentricitySquared) * sinLat,
  }
}

/** The place on the surface in the direction of a Cartesian point, in degrees. */
export const toDegrees = ({ x, y, z }: ReturnType<typeof toCartesian>): { lat: number; lon: number } => ({
  lat: Math.atan2(z, (1 - eccentricitySquared) * Math.hypot(x, y)) / radians,
  lon: Math.atan2(y, x) / radians,
})

/**
 * Cartesian coordinates of a whole segment: x, y, z of point i at 3i, 3i + 1, 3i + 2. These coordinates have neither
 * an antimeridian nor poles, and each point needs trigonometry only once.
 */
export const cartesianColumn = (line: Line): Float64Array => {
  const { lat, lon } = columnsOf(line)
  const column = new Float64Array(lat.length * 3)
  for (let index = 0; index < lat.length; index += 1) {
    const { x, y, z } = toCartesian(lat[index] as number, lon[index] as number)
    column[index * 3] = x
    column[index * 3 + 1] = y
    column[index * 3 + 2] = z
  }
  return column
}

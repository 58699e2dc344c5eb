import { forEachRow } from './for-each-row.ts'

/** A value for each pixel, row by row. */
export interface Raster {
  width: number
  height: number
  values: Float32Array
}

/** Position of the light source, degrees: azimuth (0: north, 90: east) and altitude. On maps it is in the north-west by convention. */
export const mapSun = { azimuth: 315, altitude: 45 }
export type Sun = typeof mapSun

interface Relief {
  /** Metres; NaN where unknown. North is up. */
  elevations: Raster
  /** Width of a pixel in a row, metres. */
  cellSize(row: number): number
  /** Vertical exaggeration. */
  exaggeration: number
  sun: Sun
}

/**
 * Illumination of each pixel relative to level land: 1 there, less on slopes that face away from the sun (0: none), up to 1 / sin(altitude) on
 * slopes that face it. Also 1 at the edge and beside unknown elevations.
 *
 * Slopes are those of B. K. P. Horn, "Hill Shading and the Reflectance Map", Proceedings of the IEEE 69 (1), 1981, pp. 14-47: with the
 * eight neighbours a b c / d · f / g h i of a pixel (north up), p = ((c + 2f + i) - (a + 2d + g)) / 8s eastward and
 * q = ((a + 2b + c) - (g + 2h + i)) / 8s northward. A matt surface with these slopes, lit from the direction (e, n, u), has the illumination
 * (u - e·p - n·q) / √(1 + p² + q²).
 */
export async function hillshade({ elevations, cellSize, exaggeration, sun }: Relief): Promise<Raster> {
  const { width, height, values: z } = elevations
  const values = new Float32Array(width * height).fill(1)
  const { east, north, up } = directionOf(sun)
  const at = (index: number): number => z[index] as number
  await forEachRow(width, height, (y) => {
    if (y === 0 || y === height - 1) return
    const scale = exaggeration / (8 * cellSize(y))
    for (let x = 1; x < width - 1; x++) {
      const here = y * width + x
      const [above, below] = [here - width, here + width]
      const [a, c, g, i] = [at(above - 1), at(above + 1), at(below - 1), at(below + 1)]
      const p = (c + 2 * at(here + 1) + i - (a + 2 * at(here - 1) + g)) * scale
      const q = (a + 2 * at(above) + c - (g + 2 * at(below) + i)) * scale
      const light = (up - east * p - north * q) / Math.sqrt(1 + p * p + q * q) / up
      if (!Number.isNaN(light)) values[here] = Math.max(0, light)
    }
  })
  return { width, height, values }
}

const radians = Math.PI / 180

const directionOf = ({ azimuth, altitude }: Sun) => {
  const level = Math.cos(altitude * radians)
  return {
    east: Math.sin(azimuth * radians) * level,
    north: Math.cos(azimuth * radians) * level,
    up: Math.sin(altitude * radians),
  }
}

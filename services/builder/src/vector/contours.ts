import type { MapWindow, VectorShape } from '@guidebook/roadbook'
import { simplify } from '@guidebook/world-map'
import { contours } from 'd3-contour'

/** Elevations of a map's window: a value for each pixel, metres, NaN where unknown; the first pixel is at `left` and `top`, points. */
export interface Elevations {
  width: number
  height: number
  values: Float32Array
  left: number
  top: number
  /** Size of a pixel, points. */
  pixel: number
}

/** Intervals, metres, and the number of lines from one thick line to the next. */
const intervals = [
  [10, 5],
  [20, 5],
  [50, 4],
  [100, 5],
  [200, 5],
] as const
/** Of a map that is narrower than these kilometres; a wider one has no contours. */
const widths = [4, 14, 30, 60, 110]

/** Points. */
const tolerance = 0.25
/** A line that is shorter than this is noise. */
const shortest = 4

const equatorKm = 2 * Math.PI * 6_378.137

/** Contour lines at an interval that suits the scale. Each fifth is thick. */
export function contourLines(window: MapWindow, elevations: Elevations): VectorShape[] {
  const interval = intervals[widths.findIndex((width) => widthKm(window) < width)]
  if (interval === undefined) return []
  const [step, thick] = interval
  const grid = halved(elevations)
  let [low, high] = [Infinity, -Infinity]
  for (const value of grid.values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const levels: number[] = []
  for (let level = Math.max(step, Math.ceil(low / step) * step); level <= high; level += step) levels.push(level)
  return contours()
    .size([grid.width, grid.height])
    .thresholds(levels)(grid.values as never)
    .map(({ value, coordinates }) => ({
      kind: Math.round(value / step) % thick === 0 ? ('index-contour' as const) : ('contour' as const),
      parts: coordinates.flat().flatMap((ring) => linesOf(ring, grid)),
    }))
    .filter(({ parts }) => parts.length > 0)
}

/** At the middle of the map; in Mercator the scale is that of the equator divided by cosh(ordinate). */
const widthKm = ({ left, right, top, bottom }: MapWindow): number =>
  ((right - left) * equatorKm) / Math.cosh(Math.PI * (1 - top - bottom))

/** Each pixel is the mean of four: that is fine enough, smoother, and four times as fast. Unknown elevations count as sea level. */
function halved({ width, height, values, left, top, pixel }: Elevations): Elevations {
  const [columns, rows] = [width >> 1, height >> 1]
  const means = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = 2 * row * width + 2 * column
      let sum = 0
      for (const from of [at, at + 1, at + width, at + width + 1]) sum += values[from] || 0
      means[row * columns + column] = sum / 4
    }
  }
  return { width: columns, height: rows, values: means, left, top, pixel: 2 * pixel }
}

/** Rings are closed along the edges of the grid, where there is no contour. */
function linesOf(ring: readonly (readonly number[])[], { width, height, left, top, pixel }: Elevations): number[][] {
  const isOnEdge = ([x = 0, y = 0]: readonly number[]) => x < 0.6 || y < 0.6 || x > width - 0.6 || y > height - 0.6
  const lines: number[][] = [[]]
  for (const point of ring) {
    if (isOnEdge(point)) lines.push([])
    else lines.at(-1)?.push(left + (point[0] as number) * pixel, top + (point[1] as number) * pixel)
  }
  return lines.filter(({ length }) => length >= 4 && length > shortest).map((line) => simplify(line, tolerance))
}

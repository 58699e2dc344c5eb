import type { Point } from './svg.ts'

/** Units; smaller deviations are invisible on screens and in print. */
const finest = 0.12
/** Share of the tolerance for removing points that are close to the previous one. */
const crowding = 0.25
/**
 * Among the points whose distance is at least this share of the largest one, the most central one is kept. The halves then have similar
 * sizes, so no line takes quadratic time.
 */
const nearlyFarthest = 0.98

/** Coordinates in typed arrays, since they are read many times. */
interface Columns {
  xs: Float64Array
  ys: Float64Array
  /** Index of each point in the original line. */
  places: Uint32Array
  count: number
}

/**
 * Simplifies a line: no removed point is farther than the tolerance (units) from the remaining line (Douglas and Peucker, 1973).
 */
export const thinLine = (line: readonly Point[], tolerance = finest): readonly Point[] => {
  if (line.length < 3) return line
  const columns = uncrowded(line, tolerance * crowding)
  const kept = new Uint8Array(line.length)
  kept[0] = kept[line.length - 1] = 1
  const scratch = new Float64Array(columns.count)
  const stretches: [number, number][] = [[0, columns.count - 1]]
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [first, last] = stretch
    const split = splitOf(columns, first, last, scratch, tolerance * (1 - crowding))
    if (split === null) continue
    kept[columns.places[split] as number] = 1
    stretches.push([first, split], [split, last])
  }
  return line.filter((_, index) => kept[index] === 1)
}

/**
 * Simplifies several lines to `mostPoints` together; the ends of each stay. Doubles the tolerance until they fit, each time starting from
 * the previous result, so removed points are within twice the last tolerance.
 */
export const thinLines = (lines: readonly (readonly Point[])[], mostPoints: number): (readonly Point[])[] => {
  let thinned = lines.map((line) => thinLine(line))
  const isTooMuch = () =>
    thinned.reduce((sum, { length }) => sum + length, 0) > mostPoints && thinned.some(({ length }) => length > 2)
  for (let tolerance = 2 * finest; isTooMuch(); tolerance *= 2)
    thinned = thinned.map((line) => thinLine(line, tolerance))
  return thinned
}

/** The line without points that are closer than `least` to the previous one. Both ends stay. */
function uncrowded(line: readonly Point[], least: number): Columns {
  const columns = {
    xs: new Float64Array(line.length),
    ys: new Float64Array(line.length),
    places: new Uint32Array(line.length),
    count: 0,
  }
  const { xs, ys, places } = columns
  for (let place = 0; place < line.length; place++) {
    const { x, y } = line[place] as Point
    const last = columns.count - 1
    const isClose = last >= 0 && Math.hypot(x - (xs[last] as number), y - (ys[last] as number)) < least
    if (isClose && place < line.length - 1) continue
    xs[columns.count] = x
    ys[columns.count] = y
    places[columns.count++] = place
  }
  return columns
}

/** The point between two others at which to split the line; null if all are within the tolerance. */
function splitOf(
  { xs, ys }: Columns,
  first: number,
  last: number,
  scratch: Float64Array,
  tolerance: number,
): number | null {
  const [x0, y0] = [xs[first] as number, ys[first] as number]
  const [dx, dy] = [(xs[last] as number) - x0, (ys[last] as number) - y0]
  const square = dx * dx + dy * dy
  let most = 0
  for (let index = first + 1; index < last; index++) {
    const x = (xs[index] as number) - x0
    const y = (ys[index] as number) - y0
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square))
    const [offX, offY] = [x - share * dx, y - share * dy]
    const distance = offX * offX + offY * offY
    scratch[index] = distance
    if (distance > most) most = distance
  }
  if (most <= tolerance * tolerance) return null
  const threshold = most * nearlyFarthest * nearlyFarthest
  let split = (first + last) >> 1
  for (let step = 1; split <= first || split >= last || (scratch[split] as number) < threshold; step++)
    split += step % 2 === 1 ? step : -step
  return split
}

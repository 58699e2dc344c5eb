import TinyQueue from 'tinyqueue'
import { arcBetween } from './arc.ts'
import { distancesAlong } from './distance.ts'
import { cartesianColumn } from './ellipsoid.ts'
import type { Segment, Segments } from './track-columns.ts'

/**
 * Among the points that are nearly as far from the line as the farthest, the most central one is kept. The halves then have similar
 * sizes, so no track takes quadratic time (a zigzag that widens evenly took 20 s, and takes 0.2 s).
 */
const nearlyFarthest = 0.98

export interface LineToSimplify {
  readonly length: number
  /** The distance of point `index` from the straight connection of two other points. */
  distanceFrom(first: number, last: number): (index: number) => number
}

interface Stretch {
  readonly line: LineToSimplify
  readonly kept: Uint8Array
  readonly first: number
  readonly last: number
  readonly deviation: number
  readonly split: number
}

const stretch = (
  line: LineToSimplify,
  kept: Uint8Array,
  first: number,
  last: number,
  scratch: Float64Array,
): Stretch => {
  const distance = line.distanceFrom(first, last)
  let deviation = 0
  for (let index = first + 1; index < last; index += 1) {
    const here = distance(index)
    scratch[index] = here
    if (here > deviation) deviation = here
  }
  let split = (first + last) >> 1
  const threshold = deviation * nearlyFarthest
  for (let step = 1; split > first && split < last && (scratch[split] as number) < threshold; step += 1) {
    split += step % 2 === 1 ? step : -step
  }
  return { line, kept, first, last, deviation, split }
}

/**
 * Chooses points of all lines together by Douglas and Peucker's rule (1973), farthest first, until there are `maxPoints` or all omitted ones
 * are within the tolerance. The ends of every line remain. `kept` has a 1 for each point that remains; `deviation` is the largest distance
 * of an omitted one.
 */
export const simplifyLines = (
  lines: readonly LineToSimplify[],
  maxPoints: number,
  tolerance = 0,
): { kept: Uint8Array[]; deviation: number } => {
  const scratch = new Float64Array(lines.reduce((most, { length }) => Math.max(most, length), 0))
  const queue = new TinyQueue<Stretch>([], (one, other) => other.deviation - one.deviation)
  const add = (line: LineToSimplify, kept: Uint8Array, first: number, last: number): void => {
    if (last - first > 1) queue.push(stretch(line, kept, first, last, scratch))
  }
  let count = 0
  const all = lines.map((line) => {
    const kept = new Uint8Array(line.length).fill(1, 0, 1).fill(1, -1)
    count += Math.min(line.length, 2)
    add(line, kept, 0, line.length - 1)
    return kept
  })
  for (let worst = queue.peek(); worst && worst.deviation > tolerance && count < maxPoints; worst = queue.peek()) {
    queue.pop()
    const { line, kept, first, last, split } = worst
    kept[split] = 1
    count += 1
    add(line, kept, first, split)
    add(line, kept, split, last)
  }
  return { kept: all, deviation: queue.peek()?.deviation ?? 0 }
}

const lineOf = (points: Segment): LineToSimplify => {
  const column = cartesianColumn(points)
  return {
    length: points.length,
    distanceFrom(first, last) {
      const arc = arcBetween(column, first, last)
      return (index) => arc.distance(column, index)
    },
  }
}

/** The segments of which at least the ends fit: the longest ones. */
const withRoom = (segments: Segments, maxPoints: number): ReadonlySet<Segment> => {
  const room = Math.floor(maxPoints / 2)
  if (segments.length <= room) return new Set(segments)
  const byLength = segments.map((points) => ({ points, lengthM: distancesAlong(points).at(-1) ?? 0 }))
  byLength.sort((one, other) => other.lengthM - one.lengthM)
  return new Set(byLength.slice(0, room).map(({ points }) => points))
}

/**
 * At most `maxPoints` (2 or more) of the route's own points, as `simplifyLines` chooses them: every omitted point is within `deviationM` of
 * the line, in metres over the ground. Works across the antimeridian and at the poles; a route that is small enough is returned unchanged.
 * The shortest segments are left out, and then empty, when there are more of them than half of `maxPoints`.
 */
export const simplifySegments = (segments: Segments, maxPoints: number) => {
  if (!(maxPoints >= 2)) throw new RangeError('A track needs at least two points.')
  const pointCount = segments.reduce((sum, points) => sum + points.length, 0)
  if (pointCount <= maxPoints)
    return { segments: segments.map((points) => [...points]), deviationM: 0, segmentsLeftOut: 0 }
  const filled = segments.filter((points) => points.length > 0)
  const chosen = withRoom(filled, maxPoints)
  const { kept, deviation } = simplifyLines(
    segments.map((points) => lineOf(chosen.has(points) ? points : [])),
    maxPoints,
  )
  return {
    segments: segments.map((points, index) => points.filter((_, at) => kept[index]?.[at] === 1)),
    deviationM: deviation,
    segmentsLeftOut: filled.filter((points) => !chosen.has(points)).length,
  }
}

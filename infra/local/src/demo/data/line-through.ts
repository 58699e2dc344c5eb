import type { Waypoint } from './data-set.ts'
import type { Place } from './mont-blanc-places.ts'

/** Uniform Catmull-Rom spline from b to c; a and d are the neighbouring control points. `t` from 0 to 1. */
const spline = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - 3 * c + d - a) * t ** 3)

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/**
 * A smooth line through all places. The places are real, but the line between them is not a path to walk. Heights are interpolated
 * linearly, so that the highest points are the real ones.
 */
export function lineThrough(places: readonly Place[], pointsBetween: number): Waypoint[] {
  const at = (index: number) => places[Math.min(Math.max(index, 0), places.length - 1)] as Place
  const curves = places.slice(1).flatMap((_, index) =>
    Array.from({ length: pointsBetween }, (_unused, step): Waypoint => {
      const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
      const t = step / pointsBetween
      return {
        lat: rounded(spline(a.lat, b.lat, c.lat, d.lat, t), 6),
        lon: rounded(spline(a.lon, b.lon, c.lon, d.lon, t), 6),
        ele: rounded(b.ele + (c.ele - b.ele) * t, 1),
      }
    }),
  )
  const { lat, lon, ele } = at(places.length - 1)
  return [...curves, { lat, lon, ele }]
}

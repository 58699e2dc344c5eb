import type { Waypoint } from './data-set.ts'
import type { Place } from './mont-blanc-places.ts'

/** Uniform Catmull-Rom spline: runs from b to c, bent by what comes before and after. `t` from 0 to 1. */
const spline = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - 3 * c + d - a) * t ** 3)

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/**
 * A line through all the places, softly bent as a path is. It goes through true places but between them it is a drawing: not a way
 * to walk by. Heights run evenly from place to place, so that the tops are the true ones.
 */
export function lineThrough(places: readonly Place[], pointsBetween: number): Waypoint[] {
  const at = (index: number) => places[Math.min(Math.max(index, 0), places.length - 1)] as Place
  const bows = places.slice(1).flatMap((_, index) =>
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
  return [...bows, { lat, lon, ele }]
}

import type { DataSet, DemoRoute, Waypoint } from './data-set.ts'
import source from './mont-blanc.json' with { type: 'json' }

const pointsBetween = 60

/** Uniform Catmull-Rom spline from b to c; a and d are the neighbouring control points. `t` from 0 to 1. */
const spline = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - 3 * c + d - a) * t ** 3)

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/**
 * A smooth line through all places. The places are real, but the line between them is not a path to walk. Heights are interpolated
 * linearly, so that the highest points are the real ones.
 */
function lineThrough(places: readonly Required<Waypoint>[]): Waypoint[] {
  const at = (index: number) => places[Math.min(Math.max(index, 0), places.length - 1)] as Required<Waypoint>
  return Array.from({ length: (places.length - 1) * pointsBetween + 1 }, (_, point) => {
    const index = Math.floor(point / pointsBetween)
    const t = (point % pointsBetween) / pointsBetween
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    return {
      lat: rounded(spline(a.lat, b.lat, c.lat, d.lat, t), 6),
      lon: rounded(spline(a.lon, b.lon, c.lon, d.lon, t), 6),
      ele: rounded(b.ele + (c.ele - b.ele) * t, 1),
    }
  })
}

const routes = source.routes.map(({ places, ...route }): DemoRoute => ({ ...route, waypoints: lineThrough(places) }))

/** The built-in data set: three days around Mont Blanc, written for this project. */
export const montBlanc: DataSet = {
  ...source,
  routes,
  inlineRoute: { ...source.inlineRoute, waypoints: routes[0]?.waypoints ?? [] },
}

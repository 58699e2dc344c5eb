import { distanceM } from './distance.ts'
import type { Segments, TrackPoint } from './track-columns.ts'

/** What a route is in its stage: it belongs to the main way, continues a way, or replaces a part of the main way. */
export type RouteRole = 'main' | 'leg' | 'alternative'

/**
 * Metres between the end of a route and the start of the next one that follows it. Large enough for a harbour or a railway station, whose
 * routes by land and by water end at different places.
 */
export const legLimitM = 500

interface RouteOfStage {
  role?: RouteRole | undefined
  segments: Segments
}

/** The ways of a stage. Each is a list of routes that follow each other. */
export interface Ways<R> {
  /** The way of the day: totals, profile and "today" come from it. Empty only without routes. */
  main: R[]
  alternatives: R[][]
}

interface Way<R> {
  routes: R[]
  end: TrackPoint | undefined
}

/**
 * Sorts the routes of a stage, in their order, into the main way and its alternatives:
 *
 * - A route with the role `main` belongs to the main way, and one with the role `alternative` begins an alternative.
 * - Any other route that begins where the main way ends continues the main way. Else, if it begins where the route before it ends, it continues
 *   that route's way. Otherwise a `leg` continues the main way, and a route without a role begins an alternative.
 * - The main way begins with the first route that is not an alternative. If a route has the role `main`, it begins with the first `main` or
 *   `leg`, and with the routes directly before it that lead to its start. If all routes are alternatives, it is the first one.
 *
 * Two ends meet within `legLimitM`. A route without points meets every end, since nothing shows that it is another way.
 */
export const waysOf = <R extends RouteOfStage>(routes: readonly R[]): Ways<R> => {
  const ways: Way<R>[] = []
  const begin = (): Way<R> => {
    const way: Way<R> = { routes: [], end: undefined }
    ways.push(way)
    return way
  }
  const first = firstOfMain(routes)
  let main: Way<R> | undefined
  let last: Way<R> | undefined
  for (const [index, route] of routes.entries()) {
    const { start, end } = endsOf(route.segments)
    const isContinued = (way: Way<R> | undefined): boolean => way !== undefined && meet(way.end, start)
    let way: Way<R> | undefined
    if (index === first) {
      way = isContinued(last) && last?.routes[0]?.role !== 'alternative' ? last : begin()
      main = way
    } else if (route.role === 'alternative') way = begin()
    else if (route.role === 'main') way = main
    else way = [main, last].find(isContinued) ?? (route.role === 'leg' ? main : undefined)
    last = way ?? begin()
    last.routes.push(route)
    last.end = end
  }
  return { main: main?.routes ?? [], alternatives: ways.filter((way) => way !== main).map((way) => way.routes) }
}

const firstOfMain = (routes: readonly RouteOfStage[]): number => {
  const isExplicit = routes.some(({ role }) => role === 'main')
  return Math.max(
    0,
    routes.findIndex(({ role }) => (isExplicit ? role === 'main' || role === 'leg' : role !== 'alternative')),
  )
}

const endsOf = (segments: Segments) => {
  const filled = segments.filter(({ length }) => length > 0)
  return { start: filled[0]?.[0], end: filled.at(-1)?.at(-1) }
}

const meet = (end: TrackPoint | undefined, start: TrackPoint | undefined): boolean =>
  end === undefined || start === undefined || distanceM(end, start) <= legLimitM

import { measureRoute, travelHours } from '@guidebook/route-geometry'
import type { Poi, Route } from '../document.ts'
import { passedPlaces } from '../poi/passed-places.ts'
import { figuresOf, paceKind } from '../statistics.ts'
import { pointAt, sliceOf, type TrackPart, trackParts } from './track-parts.ts'
import { type Turn, turnAt, turnsOf } from './turns.ts'

/** A line of the day table. Units: metres and seconds; `null`: unknown. */
export interface Waymark {
  kind: 'start' | 'place' | 'turn' | 'end'
  /** Number of the POI. */
  place: number | null
  /** Computed from the track, where the operator describes none. */
  turn: Turn | null
  distanceMetres: number
  elevationMetres: number | null
  secondsFromStart: number | null
  secondsToNext: number | null
}

/** `part`: where it is. The end of a part has the same distance as the start of the next one, but may be far from it. */
type Mark = Pick<Waymark, 'kind' | 'place' | 'turn' | 'distanceMetres'> & { part: TrackPart }

/** A turn this near to a place or an end has no separate line. */
const ownLineM = 150

/**
 * The day in the order of travel: start, places on the way, turns, finish. Empty if there is nothing between start and finish. Each leg has the
 * time of the formula for its kind of route; all legs of a route together take its own time, which an operator may have set.
 */
export function waymarks(routes: readonly Route[], pois: readonly Poi[]): Waymark[] {
  const parts = trackParts(routes)
  const [first, last] = [parts[0], parts.at(-1)]
  const end = last?.to ?? 0
  if (!first || !last || end === 0) return []
  const places = placesOn(parts, pois)
  const isOwn = ({ metres }: { metres: number }) =>
    [0, end, ...places.map(({ distanceMetres }) => distanceMetres)].every((at) => Math.abs(at - metres) > ownLineM)
  const turns = turnsOf(parts)
    .filter(isOwn)
    .map(({ metres, turn, part }): Mark => ({ kind: 'turn', place: null, turn, distanceMetres: metres, part }))
  if (places.length + turns.length === 0) return []
  const marks: Mark[] = [
    { kind: 'start', place: null, turn: null, distanceMetres: 0, part: first },
    ...[...places, ...turns].toSorted(inOrder),
    { kind: 'end', place: null, turn: null, distanceMetres: end, part: last },
  ]
  return timed(marks, parts, routes)
}

const inOrder = (one: Mark, other: Mark): number =>
  one.part.from - other.part.from || one.distanceMetres - other.distanceMetres

const placesOn = (parts: readonly TrackPart[], pois: readonly Poi[]): Mark[] =>
  passedPlaces(
    parts.map(({ points }) => points),
    pois,
  ).map(({ place, distanceM, segment }): Mark => {
    const part = parts[segment] as TrackPart
    const turn = turnHint(place, turnAt(part, distanceM))
    return { kind: 'place', place: place.number, turn, distanceMetres: distanceM, part }
  })

/** A junction that the operator describes needs no hint; at another place, going straight on is no news. */
function turnHint({ icon, html }: Poi, turn: Turn | null): Turn | null {
  if (icon === 'fork') return html === '' ? turn : null
  return turn === 'straight' ? null : turn
}

function timed(marks: readonly Mark[], parts: readonly TrackPart[], routes: readonly Route[]): Waymark[] {
  const legs = marks.slice(1).map(({ distanceMetres }, index) => ({
    from: marks[index]?.distanceMetres ?? 0,
    to: distanceMetres,
  }))
  const ofRoutes = routes.map((route, index) =>
    legSeconds(
      route,
      parts.filter((part) => part.route === index),
      legs,
    ),
  )
  const seconds = legs.map((_, leg) =>
    ofRoutes.reduce<number | null>((sum, times) => {
      const time = times[leg]
      return sum === null || time == null ? null : sum + time
    }, 0),
  )
  let fromStart: number | null = 0
  return marks.map(({ part, ...mark }, index) => {
    const secondsFromStart = fromStart
    const secondsToNext = seconds[index] ?? null
    fromStart = fromStart === null || secondsToNext === null ? null : fromStart + secondsToNext
    return {
      ...mark,
      elevationMetres: pointAt(part, mark.distanceMetres).ele ?? null,
      secondsFromStart,
      secondsToNext,
    }
  })
}

/** The time of a route on each leg; on legs that it has no part in, 0. Without climbs, the time is shared by distance. */
function legSeconds(
  route: Route,
  parts: readonly TrackPart[],
  legs: readonly { from: number; to: number }[],
): (number | null)[] {
  const { durationSeconds } = figuresOf(route)
  const pieces = legs.map(({ from, to }) => {
    const slices = sliceOf(parts, from, to)
    if (slices.length === 0) return { metres: 0, hours: 0 }
    const { distanceM, ascentM, descentM } = measureRoute(slices)
    return { metres: distanceM, hours: travelHours(paceKind(route.kind), distanceM, ascentM, descentM) }
  })
  const isKnown = pieces.every(({ hours }) => hours !== null)
  const weights = pieces.map(({ metres, hours }) => (isKnown ? (hours ?? 0) : metres))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => {
    if (weight === 0 || sum === 0) return 0
    return durationSeconds === null ? null : (durationSeconds * weight) / sum
  })
}

import { normaliseLon, simplifySegments, type TrackPoint } from '@guidebook/route-geometry'
import type { Stage } from '../document.ts'
import { locationOf } from '../map/map-content.ts'
import { passedPlaces } from '../poi/passed-places.ts'
import { type CoursePointType, coursePointTypeOf } from '../poi/poi-icons.ts'
import type { StageWay } from '../stage-ways.ts'
import { type Figures, sumOfRoutes } from '../statistics.ts'
import { plainText } from '../text/plain-text.ts'
import { pointAt, type TrackPart, trackParts } from '../way/track-parts.ts'

/** A point of a course. */
export interface CoursePosition {
  lat: number
  /** -180 <= lon < 180. */
  lon: number
  ele: number | null
  /** Metres from the start. */
  distanceM: number
  /** Whole seconds from the start, at an even pace, but at least one after the point before: the formats require times. */
  seconds: number
}

/** A place that the device announces: `at` is one of the points of the course, which some programs require. */
export interface CoursePoint {
  at: CoursePosition
  name: string
  type: CoursePointType
}

/** A way for navigation devices. */
export interface Course extends Pick<Figures, 'ascentMetres' | 'descentMetres'> {
  name: string
  /** Of its first route on which the traveller moves. */
  kind: string
  points: readonly CoursePosition[]
  places: readonly CoursePoint[]
}

/** Older devices accept few more points; it also keeps files small that every traveller gets. The GPX files have all points. */
const mostPoints = 1_000
/** Devices ignore further course points. */
const mostPlaces = 200

/** A place that is this near to a point of the course, in metres, adds no other point. */
const samePointM = 1

/** The course of a way with the places of its stage; null without a line. Gaps have no length. */
export const courseOf = (way: StageWay & { title: string; kind: string }, stage: Stage): Course | null => {
  const parts = trackParts(way.routes)
  if (parts.length === 0) return null
  const figures = sumOfRoutes(way.routes)
  const stays = stage.accommodations.flatMap((stay) => {
    const location = locationOf(stay)
    return location ? [{ ...location, name: stay.name, icon: 'hotel' }] : []
  })
  const segments = parts.map(({ points }) => points)
  const passed = passedPlaces(segments, [...stage.pois, ...stays]).slice(0, mostPlaces)
  const positionOf = positionsAtPace(parts, figures.durationSeconds ?? 0)
  // Each place may add a point.
  const simplified = simplifySegments(segments, mostPoints - passed.length).segments
  const lines = parts.map((part, index) => lineOf(part, simplified[index] ?? [], positionOf))
  const places = passed.flatMap(({ place, distanceM, segment }): CoursePoint[] => {
    const [part, line] = [parts[segment], lines[segment]]
    if (!part || !line) return []
    const at = pointOn(line, positionOf(pointAt(part, distanceM), distanceM))
    return [{ at, name: plainText(place.name), type: coursePointTypeOf(place.icon) }]
  })
  const points = lines.flat()
  separateTimes(points)
  return {
    name: way.title,
    kind: way.kind,
    ascentMetres: figures.ascentMetres,
    descentMetres: figures.descentMetres,
    points,
    places,
  }
}

type PositionOf = (point: TrackPoint, distanceM: number) => CoursePosition

const positionsAtPace = (parts: readonly TrackPart[], durationSeconds: number): PositionOf => {
  const lengthM = parts.at(-1)?.to ?? 0
  const pace = lengthM === 0 ? 0 : durationSeconds / lengthM
  return ({ lat, lon, ele }, distanceM) => ({
    lat,
    lon: normaliseLon(lon),
    ele: ele ?? null,
    distanceM,
    seconds: Math.round(distanceM * pace),
  })
}

/** The points that simplification kept, at their distances on the full track: the course is as long as the way, and so is each piece of it. */
const lineOf = (part: TrackPart, kept: readonly TrackPoint[], positionOf: PositionOf): CoursePosition[] => {
  let index = -1
  return kept.map((point) => {
    index = part.points.indexOf(point, index + 1)
    return positionOf(point, part.from + (part.along[index] as number))
  })
}

/** The point of the line at this position, which is inserted unless the line has one there. */
const pointOn = (line: CoursePosition[], position: CoursePosition): CoursePosition => {
  const after = line.findIndex(({ distanceM }) => distanceM > position.distanceM)
  const index = after === -1 ? line.length : after
  const near = [line[index - 1], line[index]].find(
    (point) => point && Math.abs(point.distanceM - position.distanceM) < samePointM,
  )
  if (!near) line.splice(index, 0, position)
  return near ?? position
}

/** Delays points until each is a second after the one before: the formats find the point of a place by its time. */
const separateTimes = (points: readonly CoursePosition[]): void => {
  let earliest = 0
  for (const point of points) {
    point.seconds = Math.max(point.seconds, earliest)
    earliest = point.seconds + 1
  }
}

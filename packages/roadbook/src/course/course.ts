import {
  distancesAlong,
  normaliseLon,
  type Segments,
  simplifySegments,
  type TrackPoint,
} from '@guidebook/route-geometry'
import type { Stage } from '../document.ts'
import { locationOf } from '../map/map-content.ts'
import { passedPlaces } from '../poi/passed-places.ts'
import { type CoursePointType, coursePointTypeOf } from '../poi/poi-icons.ts'
import type { StageWay } from '../stage-ways.ts'
import { type Figures, sumOfRoutes } from '../statistics.ts'
import { plainText } from '../text/plain-text.ts'

/** A point of a course. */
export interface CoursePosition {
  lat: number
  /** -180 <= lon < 180. */
  lon: number
  ele: number | null
  /** Metres from the start. */
  distanceM: number
  /** Whole seconds from the start, at an even pace: the formats require times. */
  seconds: number
}

/** A place that the device announces: it is at a point of the course, which some programs require. */
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

/** The course of a way with the places of its stage; null without a line. Gaps have no length. */
export const courseOf = (way: StageWay & { title: string; kind: string }, stage: Stage): Course | null => {
  const figures = sumOfRoutes(way.routes)
  const points = positionsOf(way.segments, figures.durationSeconds ?? 0)
  if (points.length < 2) return null
  const stays = stage.accommodations.flatMap((stay) => {
    const location = locationOf(stay)
    return location ? [{ ...location, name: stay.name, icon: 'hotel' }] : []
  })
  const passed = passedPlaces(way.segments, [...stage.pois, ...stays])
  return {
    name: way.title,
    kind: way.kind,
    ascentMetres: figures.ascentMetres,
    descentMetres: figures.descentMetres,
    points,
    places: passed.slice(0, mostPlaces).map(({ place, distanceM }) => ({
      at: nearestTo(points, distanceM),
      name: plainText(place.name),
      type: coursePointTypeOf(place.icon),
    })),
  }
}

const lengthOf = (segments: Segments): number =>
  segments.reduce((sum, points) => sum + (distancesAlong(points).at(-1) ?? 0), 0)

const positionsOf = (segments: Segments, durationSeconds: number): CoursePosition[] => {
  const kept = simplifySegments(segments, mostPoints).segments
  const lengthM = lengthOf(segments)
  const keptM = lengthOf(kept)
  // The course is as long as the way, although it has fewer points.
  const scale = keptM === 0 ? 0 : lengthM / keptM
  const pace = lengthM === 0 ? 0 : durationSeconds / lengthM
  let before = 0
  return kept.flatMap((points) => {
    const along = distancesAlong(points)
    const start = before
    before += along.at(-1) ?? 0
    return points.map(({ lat, lon, ele }: TrackPoint, index) => {
      const distanceM = (start + (along[index] as number)) * scale
      return { lat, lon: normaliseLon(lon), ele: ele ?? null, distanceM, seconds: Math.round(distanceM * pace) }
    })
  })
}

const nearestTo = (points: readonly CoursePosition[], distanceM: number): CoursePosition => {
  const after = points.findIndex((point) => point.distanceM >= distanceM)
  const [next, previous] = [points.at(after), points[after - 1]]
  if (!next) throw new RangeError('A course needs a point.')
  return previous && distanceM - previous.distanceM < next.distanceM - distanceM ? previous : next
}

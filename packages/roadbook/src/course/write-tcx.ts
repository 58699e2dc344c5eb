import { escapeXml } from '@guidebook/route-geometry'
import { asciiText } from '../text/ascii.ts'
import { shortNames } from '../text/short-names.ts'
import type { Course, CoursePosition } from './course.ts'

/**
 * The schema's limits (TrainingCenterDatabase v2: RestrictedToken_t, CoursePointName_t). Garmin Connect leaves out course points whose names are
 * longer, not ASCII or not unique. The notes have the full names.
 */
const longestCourseName = 15
const longestPointName = 10

/** Only differences between times matter. */
const startOfTime = Date.UTC(2020, 0, 1)
const timeAt = ({ seconds }: CoursePosition): string => new Date(startOfTime + seconds * 1000).toISOString()

const element = (name: string, content: string | number): string => `<${name}>${content}</${name}>`
const decimals = (value: number, digits: number): string => String(Number(value.toFixed(digits)))

const position = (name: string, { lat, lon }: CoursePosition): string =>
  element(name, element('LatitudeDegrees', decimals(lat, 7)) + element('LongitudeDegrees', decimals(lon, 7)))
const altitude = (name: string, { ele }: CoursePosition): string =>
  ele === null ? '' : element(name, decimals(ele, 1))

const namesFor = (names: readonly string[], most: number, otherwise: string): string[] =>
  shortNames(
    names.map((name) => asciiText(name) || otherwise),
    { most, mark: '-', areUnique: true },
  )

/** A course in TCX, as text: like GPX, it is written directly, since trees of objects cost far more for long tracks. */
export const writeTcx = ({ name, points, places }: Course): string => {
  const [start, end] = [points[0], points.at(-1)]
  if (!start || !end) throw new RangeError('A course needs points.')
  const [courseName = ''] = namesFor([name], longestCourseName, 'Course')
  const pointNames = namesFor(
    places.map((place) => place.name),
    longestPointName,
    'Point',
  )
  const lap = [
    element('TotalTimeSeconds', end.seconds),
    element('DistanceMeters', decimals(end.distanceM, 1)),
    position('BeginPosition', start),
    altitude('BeginAltitudeMeters', start),
    position('EndPosition', end),
    altitude('EndAltitudeMeters', end),
    element('Intensity', 'Active'),
  ]
  const track = points.map((point) =>
    element(
      'Trackpoint',
      element('Time', timeAt(point)) +
        position('Position', point) +
        altitude('AltitudeMeters', point) +
        element('DistanceMeters', decimals(point.distanceM, 1)),
    ),
  )
  const coursePoints = places.map(({ at, name: full, type }, index) =>
    element(
      'CoursePoint',
      element('Name', escapeXml(pointNames[index] ?? '')) +
        element('Time', timeAt(at)) +
        position('Position', at) +
        altitude('AltitudeMeters', at) +
        element('PointType', type) +
        element('Notes', escapeXml(full)),
    ),
  )
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">',
    `<Courses><Course>${element('Name', escapeXml(courseName))}${element('Lap', lap.join(''))}`,
    '<Track>',
    ...track,
    `</Track>${element('Notes', escapeXml(name))}`,
    ...coursePoints,
    '</Course></Courses>',
    '</TrainingCenterDatabase>',
  ].join('\n')}\n`
}

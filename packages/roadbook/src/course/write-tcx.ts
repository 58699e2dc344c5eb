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
const midnights: string[] = []
const secondsOfDay = 86_400
const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`)
/** Like `toISOString`, in a tenth of its time: a book has tens of thousands of them. */
const timeAt = ({ seconds }: CoursePosition): string => {
  const day = Math.floor(seconds / secondsOfDay)
  midnights[day] ??= new Date(startOfTime + day * secondsOfDay * 1000).toISOString().slice(0, 11)
  const ofDay = seconds % secondsOfDay
  return `${midnights[day]}${two(Math.floor(ofDay / 3_600))}:${two(Math.floor(ofDay / 60) % 60)}:${two(ofDay % 60)}.000Z`
}

const element = (name: string, content: string | number): string => `<${name}>${content}</${name}>`

/** Six decimals are 0.1 m. */
const position = (name: string, { lat, lon }: CoursePosition): string =>
  `<${name}><LatitudeDegrees>${lat.toFixed(6)}</LatitudeDegrees><LongitudeDegrees>${lon.toFixed(6)}</LongitudeDegrees></${name}>`
const altitude = ({ ele }: CoursePosition): string =>
  ele === null ? '' : `<AltitudeMeters>${ele.toFixed(1)}</AltitudeMeters>`

const namesFor = (names: readonly string[], most: number, otherwise: string): string[] =>
  shortNames(
    names.map((name) => asciiText(name) || otherwise),
    { most, mark: '-', areUnique: true },
  )

/** A course in TCX. The lap has no altitudes, which GPSBabel 1.8 cannot read. It is written as text: like GPX, it is written directly, since trees of objects cost far more for long tracks. */
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
    element('DistanceMeters', end.distanceM.toFixed(1)),
    position('BeginPosition', start),
    position('EndPosition', end),
    element('Intensity', 'Active'),
  ]
  // One template for each point, since a long track has thousands.
  const track = points.map(
    (point) =>
      `<Trackpoint><Time>${timeAt(point)}</Time>${position('Position', point)}${altitude(point)}<DistanceMeters>${point.distanceM.toFixed(1)}</DistanceMeters></Trackpoint>`,
  )
  const coursePoints = places.map(({ at, name: full, type }, index) =>
    element(
      'CoursePoint',
      element('Name', escapeXml(pointNames[index] ?? '')) +
        element('Time', timeAt(at)) +
        position('Position', at) +
        altitude(at) +
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

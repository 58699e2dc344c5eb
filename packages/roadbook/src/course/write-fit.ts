import { FitWriter } from '@markw65/fit-file-writer'
import type { CoursePointType } from '../poi/poi-icons.ts'
import { shortNames } from '../text/short-names.ts'
import type { Course, CoursePosition } from './course.ts'

/** Characters of a name that devices show. */
const longestName = 32

/** Only differences between times matter. */
const startOfTime = new Date(Date.UTC(2020, 0, 1))

const pointTypes = {
  Danger: 'danger',
  'First Aid': 'first_aid',
  Food: 'food',
  Generic: 'generic',
  Summit: 'summit',
  Water: 'water',
} as const satisfies Record<CoursePointType, string>

const sports = {
  hiking: 'hiking',
  mountaineering: 'mountaineering',
  walking: 'walking',
  'nordic-walking': 'walking',
  snowshoeing: 'snowshoeing',
  running: 'running',
  cycling: 'cycling',
  'mountain-biking': 'cycling',
  'e-bike': 'e_biking',
  canoeing: 'paddling',
  'ski-touring': 'alpine_skiing',
  'cross-country-skiing': 'cross_country_skiing',
  driving: 'driving',
  motorbike: 'motorcycling',
} as const

const sportOf = (kind: string) => (Object.hasOwn(sports, kind) ? sports[kind as keyof typeof sports] : 'generic')

/** The writer stores the lower byte of each character, but the format's texts are UTF-8. */
const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

/** FIT has no altitudes outside of this range, metres. */
const clampAltitude = (ele: number): number => Math.min(12_600, Math.max(-500, ele))

/** A course in FIT: what it is, its lap, its points between the start and the stop of the timer, and its course points. */
export const writeFit = (course: Course): Uint8Array<ArrayBuffer> => {
  const { name, kind, points, places, ascentMetres, descentMetres } = course
  const [start, end] = [points[0], points.at(-1)]
  if (!start || !end) throw new RangeError('A course needs points.')
  const [courseName = ''] = shortNames([name], { most: longestName })
  const pointNames = shortNames(
    places.map((place) => place.name),
    { most: longestName },
  )
  // Few programs read compressed times.
  const writer = new FitWriter({ noCompressedTimestamps: true })
  const epoch = writer.time(startOfTime)
  const timeAt = ({ seconds }: CoursePosition): number => epoch + seconds
  const degrees = (value: number): number => writer.latlng((value * Math.PI) / 180)
  const altitudeOf = ({ ele }: CoursePosition) => (ele === null ? {} : { altitude: clampAltitude(ele) })

  writer.writeMessage(
    'file_id',
    { type: 'course', manufacturer: 'development', product: 0, serial_number: 1, time_created: epoch },
    null,
    true,
  )
  writer.writeMessage('course', { name: utf8(courseName), sport: sportOf(kind) }, null, true)
  writer.writeMessage(
    'lap',
    {
      timestamp: timeAt(end),
      start_time: epoch,
      start_position_lat: degrees(start.lat),
      start_position_long: degrees(start.lon),
      end_position_lat: degrees(end.lat),
      end_position_long: degrees(end.lon),
      total_elapsed_time: end.seconds,
      total_timer_time: end.seconds,
      total_distance: end.distanceM,
      ...(ascentMetres !== null && { total_ascent: Math.round(ascentMetres) }),
      ...(descentMetres !== null && { total_descent: Math.round(descentMetres) }),
    },
    null,
    true,
  )
  const timer = { event: 'timer', event_group: 0 } as const
  writer.writeMessage('event', { ...timer, timestamp: epoch, event_type: 'start' })
  for (const point of points) {
    writer.writeMessage('record', {
      timestamp: timeAt(point),
      position_lat: degrees(point.lat),
      position_long: degrees(point.lon),
      distance: point.distanceM,
      ...altitudeOf(point),
    })
  }
  for (const [index, { at, type }] of places.entries()) {
    writer.writeMessage('course_point', {
      timestamp: timeAt(at),
      position_lat: degrees(at.lat),
      position_long: degrees(at.lon),
      distance: at.distanceM,
      type: pointTypes[type],
      name: utf8(pointNames[index] || String(index + 1)),
    })
  }
  writer.writeMessage('event', { ...timer, timestamp: timeAt(end), event_type: 'stop_all' })
  const { buffer, byteOffset, byteLength } = writer.finish()
  return new Uint8Array(buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength)
}

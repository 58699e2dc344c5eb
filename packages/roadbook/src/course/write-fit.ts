import { createHash } from 'node:crypto'
import { FitWriter } from '@markw65/fit-file-writer'
import type { CoursePointType } from '../poi/poi-icons.ts'
import { shortNames } from '../text/short-names.ts'
import type { Course, CoursePosition } from './course.ts'

/** Characters of a name that devices show. */
const longestName = 32

/** Only differences between times matter. */
const startOfTime = new Date(Date.UTC(2020, 0, 1))
const secondsOfYear = 365 * 86_400

/** The largest figures of a lap that its fields can hold. The writer cuts off the upper bits of larger ones. */
const mostClimbM = 65_534
const mostSeconds = 4_294_967

/** 0x7fff_ffff, less than a centimetre before the antimeridian, means that the position is unknown. */
const mostSemicircles = 0x7fff_fffe

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

/** The writer stores the lower byte of each character, but the format's texts are UTF-8 and end with a null. */
const utf8 = (text: string): string => Buffer.from(`${text}\0`).toString('latin1')

/** FIT has no altitudes outside of this range, metres. */
const clampAltitude = (ele: number): number => Math.min(12_600, Math.max(-500, ele))

/** Two numbers that differ between courses. Programs take files in which both are equal for the same course. */
const numbersOf = (course: Course): { serial: number; secondOfYear: number } => {
  const digest = createHash('sha256').update(JSON.stringify(course)).digest()
  // The serial number 0 means that it is unknown.
  return { serial: digest.readUInt32BE(0) || 1, secondOfYear: digest.readUInt32BE(4) % secondsOfYear }
}

/** CRC-16/ARC, as FIT requires. */
const crcOf = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** States version 1.0 of the protocol. The writer states 2.0, which older devices refuse and of which a course needs nothing. */
const stateVersion1 = (file: Uint8Array<ArrayBuffer>): void => {
  file[1] = 0x10
  // Bytes followed by their CRC have the CRC 0. So that of the file, which begins with the header, stays as it is.
  new DataView(file.buffer).setUint16(12, crcOf(file.subarray(0, 12)), true)
}

/** A course in FIT: what it is, its lap, and between the start and the stop of the timer its points, each followed by its course points. */
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
  const degrees = (value: number): number => Math.min(writer.latlng((value * Math.PI) / 180), mostSemicircles)
  const altitudeOf = ({ ele }: CoursePosition) => (ele === null ? {} : { altitude: clampAltitude(ele) })

  const { serial, secondOfYear } = numbersOf(course)
  writer.writeMessage(
    'file_id',
    {
      type: 'course',
      manufacturer: 'development',
      product: 0,
      serial_number: serial,
      time_created: epoch + secondOfYear,
    },
    null,
    true,
  )
  writer.writeMessage('course', { name: utf8(courseName), sport: sportOf(kind) }, null, true)
  writer.writeMessage(
    'lap',
    {
      // That of the start, as in Garmin's courses: the points follow, and times must not go back.
      timestamp: epoch,
      start_time: epoch,
      start_position_lat: degrees(start.lat),
      start_position_long: degrees(start.lon),
      end_position_lat: degrees(end.lat),
      end_position_long: degrees(end.lon),
      ...(end.seconds <= mostSeconds && { total_elapsed_time: end.seconds, total_timer_time: end.seconds }),
      total_distance: end.distanceM,
      ...(ascentMetres !== null && ascentMetres <= mostClimbM && { total_ascent: Math.round(ascentMetres) }),
      ...(descentMetres !== null && descentMetres <= mostClimbM && { total_descent: Math.round(descentMetres) }),
    },
    null,
    true,
  )
  const timer = { event: 'timer', event_group: 0 } as const
  writer.writeMessage('event', { ...timer, timestamp: epoch, event_type: 'start' })
  const named = places.map(({ at, type }, index) => ({ at, type, name: pointNames[index] || String(index + 1) }))
  const namedAt = Map.groupBy(named, ({ at }) => at)
  for (const point of points) {
    const position = {
      timestamp: timeAt(point),
      position_lat: degrees(point.lat),
      position_long: degrees(point.lon),
      distance: point.distanceM,
    }
    writer.writeMessage('record', { ...position, ...altitudeOf(point) })
    // Not after all records, for the same reason.
    for (const place of namedAt.get(point) ?? []) {
      writer.writeMessage('course_point', { ...position, type: pointTypes[place.type], name: utf8(place.name) })
    }
  }
  writer.writeMessage('event', { ...timer, timestamp: timeAt(end), event_type: 'stop_all' })
  const { buffer, byteOffset, byteLength } = writer.finish()
  const file = new Uint8Array(buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength)
  stateVersion1(file)
  return file
}

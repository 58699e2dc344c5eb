import { routeStatistics, type Segments } from '@guidebook/route-geometry'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import FitParser from 'fit-file-parser'
import { describe, expect, test } from 'vitest'
import { courseFiles, type Poi, type Route, sumOfRoutes } from '../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from './books.ts'
import { samplesMissing, sampleTracks } from './sample-tracks.ts'

// cspell:ignore Brunn Brunnen Gipf Gipfe Gipfel ovka weiter

const track = madeUpTrack(300)
const at = (index: number) => track[0]?.[index] ?? { lat: 0, lon: 0 }
const place = (number: number, name: string, index: number, icon: string) =>
  poiOf(number, name, at(index).lat, at(index).lon, { icon })
const stage = stageOf(3, 'Über die Mojstrovka und weiter', {
  routes: [routeOf('Way', track, 'hiking'), routeOf('Other', madeUpTrack(200), 'hiking', { role: 'alternative' })],
  pois: [
    place(1, 'Brunnen <&> am Weg', 100, 'water'),
    place(2, 'Gipfel der Mojstrovka', 150, 'peak'),
    place(3, 'Gipfel der Mojstrovka', 160, 'peak'),
    poiOf(4, 'Far', 47, 15),
  ],
  accommodations: [stayOf('山小屋', { lat: at(299).lat, lon: at(299).lon })],
})
const files = courseFiles(emptyBook({ stages: [stage, stageOf(4, 'Rest')] }))
const fileOf = (format: 'tcx' | 'fit', alternative?: number) => {
  const file = files.find((one) => one.format === format && one.alternative === alternative)
  if (!file) throw new Error('no such course')
  return file.bytes
}
const lengthM = sumOfRoutes(stage.routes.slice(0, 1)).distanceMetres ?? 0

const readTcx = (bytes: Uint8Array) => {
  const xml = new TextDecoder().decode(bytes)
  expect(XMLValidator.validate(xml)).toBe(true)
  const isArray = (name: string) => ['Trackpoint', 'CoursePoint'].includes(name)
  return new XMLParser({ isArray, ignoreAttributes: false }).parse(xml).TrainingCenterDatabase.Courses.Course
}

const fitOptions = { force: false, mode: 'list', lengthUnit: 'm', speedUnit: 'm/s', includeRawMessages: true } as const
const readFit = async (bytes: Uint8Array<ArrayBuffer>) => await new FitParser(fitOptions).parseAsync(bytes.buffer)

test('each way has a course in both formats; a stage without a way has none', () => {
  expect(files.map(({ name, stage, alternative, format }) => [name, stage, alternative, format])).toEqual([
    ['03-uber-die-mojstrovka-und-weiter.tcx', 3, undefined, 'tcx'],
    ['03-uber-die-mojstrovka-und-weiter.fit', 3, undefined, 'fit'],
    ['03-alternative-1-other.tcx', 3, 1, 'tcx'],
    ['03-alternative-1-other.fit', 3, 1, 'fit'],
  ])
  expect(courseFiles(emptyBook({ stages: [stage] }))).toEqual(files)
})

describe('a TCX course', () => {
  const course = readTcx(fileOf('tcx'))

  test('has the elements in the order of the schema', () => {
    expect(Object.keys(course)).toEqual(['Name', 'Lap', 'Track', 'Notes', 'CoursePoint'])
    expect(Object.keys(course.Lap)).toEqual([
      'TotalTimeSeconds',
      'DistanceMeters',
      'BeginPosition',
      'EndPosition',
      'Intensity',
    ])
    for (const point of course.Track.Trackpoint) {
      expect(Object.keys(point)).toEqual(['Time', 'Position', 'AltitudeMeters', 'DistanceMeters'])
    }
    for (const point of course.CoursePoint) {
      expect(Object.keys(point)).toEqual(['Name', 'Time', 'Position', 'AltitudeMeters', 'PointType', 'Notes'])
    }
  })

  test('is as long as the day, with times that never go back', () => {
    expect(course.Lap.DistanceMeters).toBeCloseTo(lengthM, 0)
    expect(course.Track.Trackpoint.at(-1).DistanceMeters).toBeCloseTo(lengthM, 0)
    const times = course.Track.Trackpoint.map(({ Time }: { Time: string }) => Date.parse(Time))
    expect(times).toEqual(times.toSorted((one: number, other: number) => one - other))
    expect((times.at(-1) - times[0]) / 1000).toBe(course.Lap.TotalTimeSeconds)
  })

  test('announces the places on the way at points of its track, with short, unique names in ASCII', () => {
    const names = course.CoursePoint.map(({ Name, PointType }: Record<string, string>) => [Name, PointType])
    expect(names).toEqual([
      ['Brunn-Weg', 'Water'],
      ['Gipfe-ovka', 'Summit'],
      ['Gipf-vka 2', 'Summit'],
      ['Point', 'Generic'],
    ])
    expect(course.CoursePoint[0].Notes).toBe('Brunnen <&> am Weg')
    const times = new Set(course.Track.Trackpoint.map(({ Time }: { Time: string }) => Time))
    for (const { Time } of course.CoursePoint) expect(times).toContain(Time)
    expect(course.Name.length).toBeLessThanOrEqual(15)
  })
})

describe('a FIT course', () => {
  test('is read by another program: type, name, length, points and course points', async () => {
    const fit = await readFit(fileOf('fit'))
    expect(fit.file_ids?.[0]).toMatchObject({ type: 'course' })
    expect(fit.laps?.[0]?.total_distance).toBeCloseTo(lengthM, 1)
    expect(fit.records).toHaveLength(300)
    expect(fit.records?.at(-1)?.distance).toBeCloseTo(lengthM, 1)
    expect(fit.records?.[0]).toMatchObject({
      position_lat: expect.closeTo(at(0).lat, 5),
      position_long: expect.closeTo(at(0).lon, 5),
    })
    const points = fit.course_points as unknown as { name: string; type: string }[]
    expect(points.map(({ name, type }) => [name, type])).toEqual([
      ['Brunnen <&> am Weg', 'water'],
      ['Gipfel der Mojstrovka', 'summit'],
      ['Gipfel der Mojstrovka', 'summit'],
      ['山小屋', 'generic'],
    ])
  })

  test('has version 1.0 of the protocol, a check sum of its header, and texts that end with a null', async () => {
    const bytes = Buffer.from(fileOf('fit'))
    expect((await readFit(fileOf('fit'))).protocolVersion).toBe(0x10)
    expect(bytes.readUInt16LE(12)).not.toBe(0)
    for (const text of [stage.title, 'Brunnen <&> am Weg']) expect(bytes.includes(`${text}\0`)).toBe(true)
  })

  test('has the serial number and the time of creation of its content', async () => {
    const all = [...files, ...courseFiles(emptyBook({ stages: [stage] }))].filter(({ format }) => format === 'fit')
    const ids = await Promise.all(all.map(async ({ bytes }) => (await readFit(bytes)).file_ids?.[0]))
    const [main, alternative] = ids
    expect(ids).toEqual([main, alternative, main, alternative])
    expect(main?.serial_number).not.toBe(alternative?.serial_number)
    expect(main?.time_created).not.toEqual(alternative?.time_created)
  })

  test('without elevations and across the antimeridian is written, too', async () => {
    const line = [
      [
        { lat: -16, lon: 179.9 },
        { lat: -16, lon: 180.1 },
      ],
    ]
    const [, file] = courseFiles(emptyBook({ stages: [stageOf(1, 'Over', { routes: [routeOf('x', line)] })] }))
    const { records } = await readFit(file?.bytes ?? new Uint8Array())
    expect(records?.map(({ position_long: lon }) => Math.sign(Number(lon)))).toEqual([1, -1])
    expect(records?.[0]).not.toHaveProperty('altitude')
  })
})

test('a course of 50,000 points has at most 1,000 and keeps its length', () => {
  const long = routeOf('Long', madeUpTrack(50_000))
  const [file] = courseFiles(emptyBook({ stages: [stageOf(1, 'Long', { routes: [long] })] }))
  const { Trackpoint } = readTcx(file?.bytes ?? new Uint8Array()).Track
  expect(Trackpoint.length).toBeLessThanOrEqual(1_000)
  expect(Trackpoint.at(-1).DistanceMeters).toBeCloseTo(long.statistics.distanceMetres ?? 0, 0)
})

const filesAlong = (segments: Segments, pois: Poi[], changes: Partial<Route> = {}) => {
  const routes = [routeOf('x', segments, 'hiking', changes)]
  const [tcx, fit] = courseFiles(emptyBook({ stages: [stageOf(1, 'Along', { routes, pois })] }))
  if (!tcx || !fit) throw new Error('no course')
  return { tcx: tcx.bytes, fit: fit.bytes }
}
const courseAlong = (segments: Segments, pois: Poi[]) => readTcx(filesAlong(segments, pois).tcx)

test('at the last centimetre before the antimeridian, a FIT course has a position', async () => {
  const line = [179.9999999, 179.9].map((lon) => ({ lat: -16, lon }))
  const { records } = await readFit(filesAlong([line], []).fit)
  expect(records?.[0]?.position_long).toBeCloseTo(180, 5)
})

test('a FIT course has no figures that their fields cannot hold', async () => {
  const statistics = { distanceMetres: 1, ascentMetres: 70_000, descentMetres: 65_534, durationSeconds: 5_000_000 }
  const [lap] = (await readFit(filesAlong(track, [], { statistics }).fit)).laps ?? []
  expect(lap).toMatchObject({ total_descent: 65_534 })
  for (const name of ['total_ascent', 'total_elapsed_time', 'total_timer_time']) expect(lap).not.toHaveProperty(name)
})

test('without a time for the way, each point of a course is a second after the one before', async () => {
  const line = [14, 14.1, 14.2].map((lon) => ({ lat: 46, lon }))
  const statistics = { distanceMetres: 1, ascentMetres: null, descentMetres: null, durationSeconds: 0 }
  const { tcx, fit } = filesAlong([line], [poiOf(1, 'Tap', 46, 14.1)], { statistics })
  const { Lap, Track, CoursePoint } = readTcx(tcx)
  const times = [0, 1, 2].map((second) => `2020-01-01T00:00:0${second}.000Z`)
  expect(Track.Trackpoint.map(({ Time }: { Time: string }) => Time)).toEqual(times)
  expect([Lap.TotalTimeSeconds, CoursePoint[0].Time]).toEqual([2, times[1]])
  const { laps, records, course_points: places } = await readFit(fit)
  expect(records?.map(({ timestamp }) => timestamp?.toISOString())).toEqual(times)
  expect([laps?.[0]?.total_elapsed_time, places?.[0]?.timestamp?.toISOString()]).toEqual([2, times[1]])
})

test('a FIT course has its lap at the start, and each course point after the record of its point', async () => {
  const line = [14, 14.1].map((lon) => ({ lat: 46, lon }))
  const pois = [poiOf(1, 'Tap', 46, 14.05), poiOf(2, 'Bench', 46, 14.05)]
  const { raw_messages: messages, laps, records } = await readFit(filesAlong([line], pois).fit)
  const [lap, record, event, coursePoint] = [19, 20, 21, 32]
  const numbers = messages?.map(({ global_message_number: number }) => number)
  expect(numbers?.slice(2)).toEqual([lap, event, record, record, coursePoint, coursePoint, record, event])
  expect(laps?.[0]?.timestamp?.toISOString()).toBe(records?.[0]?.timestamp?.toISOString())
})

test('a place between two points of the track adds a point to the course', () => {
  const line = [
    { lat: 46, lon: 14 },
    { lat: 46, lon: 14.1 },
  ]
  const { Track, CoursePoint } = courseAlong([line], [poiOf(1, 'Tap', 46, 14.05), poiOf(2, 'Bench', 46, 14.05)])
  expect(Track.Trackpoint).toHaveLength(3)
  for (const { Time, Position } of CoursePoint) {
    expect(Position.LongitudeDegrees).toBeCloseTo(14.05, 5)
    expect(Time).toBe(Track.Trackpoint[1].Time)
  }
})

test('a place at the start of a segment is not at the end of the segment before', () => {
  const lineAt = (lat: number) => [
    { lat, lon: 14 },
    { lat, lon: 14.1 },
  ]
  const { Track, CoursePoint } = courseAlong([lineAt(46), lineAt(46.5)], [poiOf(1, 'Pier', 46.5, 14)])
  expect(Track.Trackpoint).toHaveLength(4)
  expect(CoursePoint[0].Position.LatitudeDegrees).toBeCloseTo(46.5, 5)
})

test('where a straight track begins to wind, its simplified course has its true distance', () => {
  const corner = { lat: 46.18, lon: 14 }
  const straight = Array.from({ length: 2_500 }, (_, index) => ({ lat: 46 + (0.18 * index) / 2_500, lon: 14 }))
  const zigzag = Array.from({ length: 2_500 }, (_, index) => ({
    lat: corner.lat + (index % 2 === 0 ? 0.0001 : 0),
    lon: 14 + (0.26 * (index + 1)) / 2_500,
  }))
  const { Track, CoursePoint } = courseAlong([[...straight, corner, ...zigzag]], [poiOf(1, 'Tap', 46.09, 14)])
  const atCorner = Track.Trackpoint.find(
    ({ Position }: { Position: Record<string, number> }) =>
      Position.LatitudeDegrees === corner.lat && Position.LongitudeDegrees === corner.lon,
  )
  expect(Track.Trackpoint.length).toBeLessThanOrEqual(1_000)
  expect(atCorner.DistanceMeters).toBeCloseTo(routeStatistics([[...straight, corner]], 'hiking').distanceM, 0)
  expect(CoursePoint[0].Position.LatitudeDegrees).toBeCloseTo(46.09, 5)
})

test('courses of real tracks are as long as the tracks', async (context) => {
  if (samplesMissing) context.skip(samplesMissing)
  for (const name of ['Mojstrovka', 'cerknicko-jezero', 'grand-canyon-river']) {
    const route = routeOf(
      name,
      sampleTracks(name).tracks.flatMap(({ segments }) => segments),
    )
    const [tcx, fit] = courseFiles(emptyBook({ stages: [stageOf(1, name, { routes: [route] })] }))
    const expected = route.statistics.distanceMetres ?? 0
    expect(readTcx(tcx?.bytes ?? new Uint8Array()).Lap.DistanceMeters).toBeCloseTo(expected, 0)
    expect((await readFit(fit?.bytes ?? new Uint8Array())).laps?.[0]?.total_distance).toBeCloseTo(expected, 0)
  }
})

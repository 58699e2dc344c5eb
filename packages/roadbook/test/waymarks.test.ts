import type { Segments } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import { waymarks } from '../src/way/waymarks.ts'
import { poiOf, routeOf } from './books.ts'

const degree = 1 / 111_320
const [lat, lon] = [46, 10]
/** A line through corners, in metres east and north of the origin, with a point every ten metres. */
const lineOf = (corners: readonly [east: number, north: number, ele?: number][]): Segments => [
  corners.slice(1).flatMap(([east, north, ele], index) => {
    const [fromEast, fromNorth, fromEle] = corners[index] as [number, number, number?]
    const steps = Math.max(1, Math.round(Math.hypot(east - fromEast, north - fromNorth) / 10))
    return Array.from({ length: index === 0 ? steps + 1 : steps }, (_, step) => {
      const share = (index === 0 ? step : step + 1) / steps
      const at = (from: number, to: number) => from + (to - from) * share
      return {
        ...placeOf(at(fromEast, east), at(fromNorth, north)),
        ...(ele === undefined || fromEle === undefined ? {} : { ele: at(fromEle, ele) }),
      }
    })
  }),
]
const placeOf = (east: number, north: number) => ({
  lat: lat + north * degree,
  lon: lon + (east * degree) / Math.cos((lat * Math.PI) / 180),
})
const poiAt = (number: number, east: number, north: number, fields: Parameters<typeof poiOf>[4] = {}) => {
  const at = placeOf(east, north)
  return poiOf(number, `place ${number}`, at.lat, at.lon, fields)
}
const kilometres = (metres: number) => Math.round(metres / 100) / 10

/** 4 km north with 400 m of climb, then 4 km east on the flat. */
const corner = lineOf([
  [0, 0, 1000],
  [0, 4000, 1400],
  [4000, 4000, 1400],
])

test('places are in the order of travel, with distance, height and times', () => {
  const route = routeOf('Up and along', corner)
  const table = waymarks([route], [poiAt(1, 2000, 4000), poiAt(2, 0, 2000)])
  expect(table.map(({ kind, place }) => place ?? kind)).toEqual(['start', 2, 'turn', 1, 'end'])
  expect(table.map(({ distanceMetres }) => kilometres(distanceMetres))).toEqual([0, 2, 4, 6, 8])
  expect(table.map(({ elevationMetres }) => Math.round(elevationMetres ?? 0))).toEqual([1000, 1200, 1400, 1400, 1400])
  const legs = table.map(({ secondsToNext }) => secondsToNext)
  expect(legs.at(-1)).toBeNull()
  // By the formula, 2 km with 200 m of climb take 0:55, and 2 km on the flat 0:30.
  expect((legs[0] ?? 0) / (legs[2] ?? 1)).toBeCloseTo(55 / 30, 1)
  expect(table.at(-1)?.secondsFromStart).toBeCloseTo(route.statistics.durationSeconds ?? 0, 3)
})

test('places on the two sides of a gap, such as the stations of a cable car, have their own heights and order', () => {
  const below = lineOf([
    [0, 0, 1000],
    [0, 4000, 1200],
  ])
  const above = lineOf([
    [0, 5000, 2000],
    [0, 9000, 2100],
  ])
  const table = waymarks([routeOf('With a cable car', [...below, ...above])], [poiAt(1, 0, 4950), poiAt(2, 0, 4050)])
  expect(table.map(({ kind, place }) => place ?? kind)).toEqual(['start', 2, 1, 'end'])
  expect(table.map(({ elevationMetres }) => Math.round(elevationMetres ?? 0))).toEqual([1000, 1200, 2000, 2100])
  expect(table.map(({ distanceMetres }) => kilometres(distanceMetres))).toEqual([0, 4, 4, 8])
})

test('the operator’s time of a route is that of all its legs', () => {
  const { statistics, ...route } = routeOf('Up and along', corner)
  const slow = { ...route, statistics: { ...statistics, durationSeconds: 36_000 } }
  expect(waymarks([slow], [poiAt(1, 0, 2000)]).at(-1)?.secondsFromStart).toBeCloseTo(36_000, 3)
  const unknown = { ...route, statistics: { ...statistics, durationSeconds: null, distanceMetres: null } }
  const times = waymarks([unknown], [poiAt(1, 0, 2000)]).map(({ secondsFromStart }) => secondsFromStart)
  expect(times).toEqual([0, null, null, null])
})

test('without elevations the time is shared by distance', () => {
  const flat = lineOf([
    [0, 0],
    [0, 8000],
  ])
  const route = { ...routeOf('Unknown heights', flat) }
  route.statistics = { ...route.statistics, durationSeconds: 8000 }
  const table = waymarks([route], [poiAt(1, 0, 2000)])
  expect(table.map(({ secondsFromStart }) => Math.round(secondsFromStart ?? -1))).toEqual([0, 2000, 8000])
  expect(table[1]?.elevationMetres).toBeNull()
})

test.each([
  ['left', [-4000, 4000]],
  ['right', [4000, 4000]],
  ['sharp-right', [2000, 1000]],
  ['sharp-left', [-2000, 1000]],
  ['straight', [100, 8000]],
] as const)('a junction without a description has the computed turn: %s', (turn, end) => {
  const route = routeOf('A turn', lineOf([[0, 0], [0, 4000], [...end]]))
  const [, junction] = waymarks([route], [poiAt(1, 5, 4010, { icon: 'fork' })])
  expect(junction).toMatchObject({ kind: 'place', place: 1, turn })
})

test('a junction that the operator describes has no computed turn, and another place none that goes straight on', () => {
  const route = routeOf('Up and along', corner)
  const turnsOfPlaces = (icon: string, html: string, north: number) =>
    waymarks([route], [poiAt(1, 0, north, { icon, html })]).find(({ place }) => place === 1)?.turn
  expect(turnsOfPlaces('fork', '<p>Left at the chapel</p>', 4000)).toBeNull()
  expect(turnsOfPlaces('hut', '', 2000)).toBeNull()
  expect(turnsOfPlaces('hut', '<p>Closed in May</p>', 4000)).toBe('right')
})

test('the end of a way there and back is no turn', () => {
  const back = lineOf([
    [0, 0],
    [0, 3000],
    [10, 0],
  ])
  const [, summit] = waymarks([routeOf('There and back', back)], [poiAt(1, 0, 3000, { icon: 'fork' })])
  expect(summit).toMatchObject({ place: 1, turn: null })
  expect(waymarks([routeOf('There and back', back)], [])).toEqual([])
})

test.each([0, 4])('a way there and back with %d metres of noise has its places on the way there', (noiseM) => {
  const out = lineOf([
    [0, 0],
    [0, 6000],
  ]).flat()
  const noise = placeOf(noiseM, 0).lon - lon
  const back = out.toReversed().map((point, index) => ({ ...point, lon: point.lon + ((index % 3) - 1) * noise }))
  const huts = [1, 2, 3, 4, 5].map((number) => poiAt(number, 3, number * 1000 + 4, { icon: 'hut' }))
  const places = waymarks([routeOf('There and back', [[...out, ...back]])], huts).filter(({ kind }) => kind === 'place')
  expect(places.map(({ place, distanceMetres }) => [place, kilometres(distanceMetres)])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [5, 5],
  ])
})

test('hairpins, small bends and ferries have no turns', () => {
  const hairpins = lineOf(Array.from({ length: 20 }, (_, index) => [index % 2 === 0 ? 0 : 120, index * 25]))
  expect(waymarks([routeOf('Hairpins', hairpins)], [])).toEqual([])
  expect(waymarks([routeOf('Ferry', corner, 'ferry-route')], [])).toEqual([])
})

test('a way with many turns shows the twelve between the longest lines', () => {
  const steps = lineOf(
    Array.from({ length: 60 }, (_, index) => [Math.ceil(index / 2) * 300, Math.floor(index / 2) * 300]),
  )
  expect(waymarks([routeOf('Stairs', steps)], []).filter(({ kind }) => kind === 'turn')).toHaveLength(12)
})

test('places far from the way are not in the table, and a way without places and turns has none', () => {
  const straight = lineOf([
    [0, 0],
    [0, 5000],
  ])
  expect(waymarks([routeOf('Straight', straight)], [poiAt(1, 400, 2000)])).toEqual([])
  expect(waymarks([], [poiAt(1, 0, 0)])).toEqual([])
})

import { expect, test } from 'vitest'
import { profileSvg, stageMapSvg } from '../src/index.ts'
import { emptyBook, madeUpTrack, routeOf, stageOf } from './books.ts'

const book = emptyBook()
/** Due north, evenly uphill. */
const segments = [
  [
    { lat: 46, lon: 13, ele: 500 },
    { lat: 46.05, lon: 13, ele: 1_000 },
    { lat: 46.1, lon: 13, ele: 1_500 },
  ],
]
const route = routeOf('Way', segments)
const numbers = (svg: string | undefined, name: string): number[] =>
  new RegExp(`${name}="([^"]*)"`)
    .exec(svg ?? '')?.[1]
    ?.split(' ')
    .map(Number) ?? []

test('a map and a profile have the same 101 positions along the track', () => {
  const map = stageMapSvg(book, stageOf(1, 'Up', { routes: [route] }))
  const [wayMetres, ...way] = numbers(map?.svg, 'data-way')
  expect(way).toHaveLength(202)
  const ys = way.filter((_, index) => index % 2 === 1)
  const [start = 0, end = 0] = [ys[0], ys.at(-1)]
  expect(start).toBeGreaterThan(end)
  // Northward by equal steps, but for Mercator's growth and the rounding to tenths.
  for (const [index, y] of ys.entries()) expect(Math.abs(y - (start + ((end - start) * index) / 100))).toBeLessThan(0.5)

  const profile = profileSvg(book, route, [])
  const elevations = numbers(profile?.svg, 'data-elevations')
  expect(elevations).toHaveLength(101)
  expect([elevations[0], elevations[50], elevations[100]]).toEqual([500, 1_000, 1_500])
  const [left = 0, right = 0, metres = 0] = numbers(profile?.svg, 'data-plot')
  expect(right - left).toBeGreaterThan(200)
  expect(metres).toBeGreaterThan(11_000)
  expect(metres).toBeLessThan(11_200)
  expect(wayMetres).toBe(metres)
})

test('unknown elevations are marked, and a profile may end before its track', () => {
  const [up = []] = segments
  const bare = (points: typeof up) => points.map(({ lat, lon }) => ({ lat, lon: lon + 1 }))
  const unknown = routeOf('Way', [bare(up), up, bare(up)])
  const svg = profileSvg(book, unknown, [])?.svg
  const elevations = /data-elevations="([^"]*)"/.exec(svg ?? '')?.[1]?.split(' ') ?? []
  expect([elevations[0], elevations[40], elevations[75], elevations[100]]).toEqual(['-', '-', '1000', '1500'])
  const [, , plotMetres = 0] = numbers(svg, 'data-plot')
  const [wayMetres = 0] = numbers(stageMapSvg(book, stageOf(1, 'Up', { routes: [unknown] }))?.svg, 'data-way')
  expect(wayMetres / plotMetres).toBeCloseTo(1.5, 2)
})

test('map and profile of a track of 200,000 points have less than 150 kB', () => {
  const long = routeOf('Long', madeUpTrack(200_000))
  const drawn = [stageMapSvg(book, stageOf(1, 'Long', { routes: [long] })), profileSvg(book, long, [])]
  const bytes = drawn.reduce((sum, drawing) => sum + Buffer.byteLength(drawing?.svg ?? ''), 0)
  expect(drawn.every((drawing) => drawing !== null)).toBe(true)
  expect(bytes).toBeLessThan(150_000)
})

test('a map without a track has no positions', () => {
  const map = stageMapSvg(book, stageOf(1, 'Here', { routes: [routeOf('Dot', [[{ lat: 46, lon: 13 }]])] }))
  expect(map?.svg).not.toContain('data-way')
})

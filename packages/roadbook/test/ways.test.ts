import { describe, expect, test } from 'vitest'
import type { Route } from '../src/document.ts'
import { figuresOf, gpxFiles, profileSvg, stageMapSvg, stageWays, sumOfRoutes, sumsByKind } from '../src/index.ts'
import { sumOf } from '../src/statistics.ts'
import { emptyBook, poiOf, routeOf, stageOf } from './books.ts'
import { readGpx } from './sample-tracks.ts'

/** A line eastward along a parallel, with a bend to the north in its middle. */
const line = (fromLon: number, toLon: number, bend = 0, ele: number | undefined = 100) => [
  Array.from({ length: 101 }, (_, index) => ({
    lat: 46 + bend * Math.sin((Math.PI * index) / 100),
    lon: fromLon + ((toLon - fromLon) * index) / 100,
    ...(ele !== undefined && { ele: ele + 500 * Math.sin((Math.PI * index) / 100) }),
  })),
]
const figures = (distanceMetres: number | null, durationSeconds: number | null, ascentMetres: number | null = 100) => ({
  distanceMetres,
  durationSeconds,
  ascentMetres,
  descentMetres: ascentMetres,
})

const direct = routeOf('Over the pass', line(11, 11.2))
const valley = routeOf('Through the valley', line(11, 11.2, 0.05))
const ferry = routeOf('Ferry', [line(11.2, 11.3, 0, undefined)[0] ?? []], 'ferry-route')
const stage = stageOf(3, 'To the lake', { routes: [direct, valley, ferry], pois: [poiOf(1, 'Chapel', 46, 11.05)] })

describe('a stage with a variant and a ferry', () => {
  const { main, alternatives } = stageWays(stage)

  test('has the figures of its main way, and those of the variant by themselves', () => {
    expect(main.routes).toEqual([direct, ferry])
    expect(alternatives.map(({ routes }) => routes)).toEqual([[valley]])
    const day = sumOfRoutes(main.routes).distanceMetres ?? 0
    expect(day).toBeCloseTo((direct.statistics.distanceMetres ?? 0) + (ferry.statistics.distanceMetres ?? 0), -3)
    expect(sumOfRoutes(main.routes).lacking).toEqual([])
    expect(sumsByKind(main.routes).map(({ kind }) => kind)).toEqual(['hiking', 'ferry-route'])
  })

  test('has the profile of its main way', () => {
    const book = emptyBook()
    const plot = (svg = '') => Number(/data-plot="\S+ \S+ (\d+)"/.exec(svg)?.[1])
    expect(plot(profileSvg(book, main, stage.pois)?.svg)).toBeLessThan(25_000)
    expect(Number(/data-way="(\d+)/.exec(stageMapSvg(book, stage)?.svg ?? '')?.[1])).toBeLessThan(25_000)
  })

  test('has the variant dashed beneath the main way on the map', () => {
    const svg = stageMapSvg(emptyBook(), stage)?.svg ?? ''
    const lines = [...svg.matchAll(/<path class="track"[^>]*>/g)].map(
      ([path]) => /stroke-dasharray="(.*?)"/.exec(path)?.[1],
    )
    expect(lines).toEqual(['7 4', undefined, '5 4'])
  })

  test('has a file of the main way and one of the variant; the file of the trip has a track of each', () => {
    const { files, contents } = gpxFiles(emptyBook({ lang: 'de', stages: [stage] }))
    const tracks = files
      .filter(({ variant }) => variant === 'full')
      .map(({ name, alternative, content }) => {
        const gpx = readGpx(new TextDecoder().decode(contents[content]))
        return [name, alternative, gpx.tracks.map((track) => [track.name, track.segments.length])]
      })
    expect(tracks).toEqual([
      ['03-to-the-lake', undefined, [['To the lake', 2]]],
      ['03-alternative-1-through-the-valley', 1, [['Through the valley', 1]]],
      [
        'a-walk',
        undefined,
        [
          ['To the lake', 2],
          ['Through the valley', 1],
        ],
      ],
    ])
    expect(new TextDecoder().decode(contents[0])).toContain('<type>Hiking</type>')
  })
})

test('a profile of routes without names has the title of the stage, or says that it is an alternative', () => {
  const unnamed = stageOf(3, 'To the lake', {
    routes: [routeOf('', line(11, 11.2)), routeOf('', line(11, 11.2, 0.05), 'hiking', { role: 'alternative' })],
  })
  const { main, alternatives } = stageWays(unnamed)
  const labelOf = (svg = '') => /aria-label="(.*?)"/.exec(svg)?.[1]
  expect([main, ...alternatives].map((way) => labelOf(profileSvg(emptyBook(), way, [])?.svg))).toEqual([
    'Elevation profile: To the lake',
    'Elevation profile: Alternative',
  ])
})

test('names of tracks and places have at most 32 characters and stay different; descriptions have the whole names', () => {
  const long = (number: number) => `A very long name of a place beside the way, number ${number} of many`
  const pois = [poiOf(1, long(1), 46, 11), poiOf(2, long(2), 46.001, 11)]
  const book = emptyBook({ stages: [stageOf(1, long(3), { routes: [direct], pois })] })
  const { contents } = gpxFiles(book)
  const gpx = new TextDecoder().decode(contents[0])
  const names = [...gpx.matchAll(/<(?:wpt|trk)\b.*?>\s*<name>(.*?)<\/name><desc>(.*?)<\/desc>/gs)]
  expect(names.map(([, , description]) => description)).toEqual([long(1), long(2), long(3)])
  expect(new Set(names.map(([, name]) => name)).size).toBe(3)
  expect(Math.max(...names.map(([, name = '']) => [...name].length))).toBeLessThanOrEqual(32)
})

describe('sums', () => {
  const route = (statistics: Route['statistics'], kind: Route['kind'] = 'hiking'): Route => ({
    ...direct,
    kind,
    statistics,
  })

  test('keep what is known, and say which figures are at least so much', () => {
    const sum = sumOfRoutes([route(figures(1_000, 3_600)), route(figures(null, null, null))])
    expect(sum).toMatchObject(figures(1_000, 3_600))
    expect(sum.lacking).toEqual(['distanceMetres', 'ascentMetres', 'descentMetres', 'durationSeconds'])
    expect(sumOfRoutes([])).toMatchObject(figures(null, null, null))
  })

  test('do not lack the climbs of a ferry', () => {
    const sum = sumOfRoutes([route(figures(1_000, 3_600)), route(figures(5_000, 720, null), 'ferry-route')])
    expect(sum).toMatchObject({ ascentMetres: 100, lacking: [] })
  })

  test('of a route without elevations have the time of flat ground', () => {
    const flat = figuresOf(route(figures(8_000, null, null)))
    expect(flat).toMatchObject({
      durationSeconds: 7_200,
      withoutClimbs: true,
      lacking: ['ascentMetres', 'descentMetres'],
    })
    expect(sumOf([flat, figuresOf(route(figures(1_000, 3_600)))])).toMatchObject({
      durationSeconds: 10_800,
      withoutClimbs: true,
    })
  })

  test('are without climbs only if climbs that count for the time are unknown', () => {
    const withoutClimbs = (kind: Route['kind'], ascentMetres: number | null, descentMetres: number | null) =>
      figuresOf(route({ ...figures(8_000, null), ascentMetres, descentMetres }, kind)).withoutClimbs
    expect(withoutClimbs('hiking', 300, 300)).toBe(false)
    expect(withoutClimbs('hiking', 300, null)).toBe(true)
    expect(withoutClimbs('cycling', 300, null)).toBe(false)
    expect(withoutClimbs('hiking', null, null)).toBe(true)
    expect(withoutClimbs('ferry-route', null, null)).toBe(false)
  })

  test('are those of the figures as they are shown', () => {
    const stages = [1_040, 1_040, 1_040].map((metres) => figuresOf(route(figures(metres, 89, 0.4))))
    expect(sumOf(stages)).toMatchObject({ distanceMetres: 3_000, durationSeconds: 180, ascentMetres: 0 })
  })
})

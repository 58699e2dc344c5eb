import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { overviewMapSvg, pageMapWindows, profileSvg, stageMapSvg, type VectorBasemap } from '../src/index.ts'
import { contentOfGeneral, contentOfStage, extentOf, styleOf } from '../src/map/map-content.ts'
import { drawOverviewMap } from '../src/map/overview-map.ts'
import { drawStageMap } from '../src/map/stage-map.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from './books.ts'

const book = emptyBook()
const texts = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '')
const isXml = (svg: string): boolean => XMLValidator.validate(svg) === true

const stage = stageOf(1, 'Over the pass', {
  routes: [routeOf('Way', madeUpTrack())],
  pois: [poiOf(1, 'Hut <&> "Lipa"', 46.43, 13.75, { icon: 'hut' }), poiOf(2, 'Far', 44, 10)],
  accommodations: [stayOf('Hotel', { lat: 46.45, lon: 13.78 })],
})

describe('the map of a stage', () => {
  const map = stageMapSvg(book, stage)

  test('has start, finish, numbers, names, grid, scale and north', () => {
    const shown = texts(map?.svg ?? '')
    expect(shown).toEqual(
      expect.arrayContaining([
        'Start',
        'Finish',
        '1',
        'Hut &lt;&amp;&gt; &quot;Lipa&quot;',
        'Hotel',
        'N',
        '2\u00A0km',
        '46°24′N',
      ]),
    )
    expect(shown).not.toContain('2')
    expect(map?.offMap).toEqual([2])
  })

  test('is well-formed and labelled, and needs no styles, scripts or other files', () => {
    expect(isXml(map?.svg ?? '')).toBe(true)
    expect(map?.svg).toContain('role="img" aria-label="Map: Over the pass"')
    expect(map?.svg).not.toMatch(/style=|<style|<script|href|url\(|\bid=/)
  })

  test('on a basemap has its names where there is room, and its attribution below', () => {
    const vector: VectorBasemap = {
      map: 0,
      attribution: '© <b>Mappers</b> & others',
      shapes: [{ kind: 'water', parts: [[0, 0, 90, 0, 90, 60]] }],
      names: [
        { kind: 'town', name: 'Hut <&> "Lipa"', x: 60, y: 60 },
        { kind: 'town', name: 'Village <1>', x: 60, y: 60 },
        { kind: 'village', name: 'متوسطة', x: 200, y: 30 },
        { kind: 'village', name: 'Beneath the bar', x: 300, y: (map?.height ?? 0) - 8 },
      ],
    }
    const drawn = stageMapSvg(book, stage, { vector })
    expect(isXml(drawn?.svg ?? '')).toBe(true)
    expect(drawn?.svg).not.toMatch(/style=|<style|<script|href|url\(|\bid=|<b>/)
    const shown = texts(drawn?.svg ?? '')
    expect(shown).toEqual(expect.arrayContaining(['Village &lt;1&gt;', 'متوسطة']))
    expect(shown).not.toContain('Beneath the bar')
    expect(shown.filter((text) => text.startsWith('Hut'))).toHaveLength(1)
    expect(shown.at(-1)).toBe('© &lt;b&gt;Mappers&lt;/b&gt; &amp; others')
    expect((drawn?.height ?? 0) - (map?.height ?? 0)).toBe(11)
    // A long attribution has several lines.
    const long = stageMapSvg(book, stage, { vector: { ...vector, attribution: 'Survey of the land · '.repeat(8) } })
    expect((long?.height ?? 0) - (map?.height ?? 0)).toBeGreaterThanOrEqual(19)
  })

  test('has the window for which its basemap is drawn; a trip of one stage has no overview', () => {
    const [window, ...others] = pageMapWindows({ stages: [stage] })
    expect(window).toMatchObject({ map: 0, width: map?.width, height: map?.height })
    expect(others).toEqual([])
    expect(overviewMapSvg({ ...book, stages: [stage] })).toBeNull()
    const two = { ...book, stages: [stage, stageOf(2, 'Rest')] }
    expect(pageMapWindows(two).map(({ map }) => map)).toEqual(['overview', 0])
    expect(overviewMapSvg(two)?.svg).toContain('<svg')
  })

  test('of a track across the antimeridian keeps both sides together', () => {
    const track = [
      [
        { lat: -16.8, lon: 179.9 },
        { lat: -16.7, lon: -179.9 },
      ],
    ]
    const path = /class="track" d="M([\d.]+) [\d.]+l(-?[\d.]+)/.exec(
      stageMapSvg(book, { ...stage, routes: [routeOf('x', track)], pois: [], accommodations: [] })?.svg ?? '',
    )
    expect(Number(path?.[1])).toBeLessThan(100)
    expect(Number(path?.[2])).toBeGreaterThan(200)
  })

  test('of a track around the pole is as wide as the earth, also with a place near the track', () => {
    const track = [Array.from({ length: 37 }, (_, index) => ({ lat: 80, lon: index * 10 }))]
    const around = stageOf(1, 'Around', { routes: [routeOf('x', track)], pois: [poiOf(1, 'Camp', 80.1, 10)] })
    expect(extentOf(contentOfStage(around))).toEqual({ south: 80, west: -180, north: 80.1, east: 180 })
  })

  test('without tracks shows the places, and without places does not exist', () => {
    expect(texts(stageMapSvg(book, stageOf(1, 'x', { pois: [poiOf(7, 'Alone', 46, 13)] }))?.svg ?? '')).toContain('7')
    expect(
      stageMapSvg(book, stageOf(1, 'x', { accommodations: [stayOf('Nowhere')], routes: [routeOf('Empty', [[]])] })),
    ).toBeNull()
  })

  test('shows the number of each of 300 places in one village', () => {
    const pois = Array.from({ length: 300 }, (_, index) =>
      poiOf(index + 1, 'x', 46.43 + (index % 17) / 1e5, 13.75 + (index % 19) / 1e5),
    )
    const shown = new Set(texts(stageMapSvg(book, { ...stage, pois })?.svg ?? ''))
    expect(pois.filter(({ number }) => !shown.has(String(number)))).toEqual([])
  })

  test('of 200,000 points is small enough for the page', () => {
    const track = [
      Array.from({ length: 200_000 }, (_, index) => ({
        lat: 46 + Math.sin(index / 3000) / 5 + Math.sin(index / 7) / 900,
        lon: 13 + index / 400_000,
        ele: 500 + 300 * Math.sin(index / 900),
      })),
    ]
    const svg = stageMapSvg(book, { ...stage, routes: [routeOf('Long', track)] })?.svg ?? ''
    expect(svg.length).toBeLessThan(60_000)
    expect(profileSvg(book, { name: 'Long', segments: track }, stage.pois)?.svg.length).toBeLessThan(20_000)
  })
})

test('the map of the general part has start and finish of each route', () => {
  const [here, there] = [routeOf('Here', madeUpTrack()), routeOf('There', madeUpTrack(200, 46.6, 14))]
  const endsOf = (...routes: (typeof here)[]) => {
    const content = contentOfGeneral({ texts: [], pois: [], routes, accommodations: [] }, 'General')
    const map = drawStageMap(content, styleOf(book), { width: 480, minHeight: 200, maxHeight: 640 })
    return texts(map?.svg ?? '').filter((text) => ['Start', 'Finish'].includes(text))
  }
  expect(endsOf(here, there).toSorted()).toEqual(['Finish', 'Finish', 'Start', 'Start'])
  expect(endsOf(here, here).toSorted()).toEqual(['Finish', 'Start'])
})

describe('the overview', () => {
  const frame = { width: 320, minHeight: 200, maxHeight: 320 }

  test('numbers the stages and names the towns', () => {
    const stages = [1, 2, 3].map((number) =>
      stageOf(number, `Day ${number}`, {
        routes: [routeOf('Way', madeUpTrack(100, 46 + number / 10))],
        pois: [poiOf(1, `Town ${number}`, 46.05 + number / 10, 13.72, { icon: 'stagetown' })],
      }),
    )
    const svg = drawOverviewMap(stages, 'Overview', styleOf(book), frame)?.svg ?? ''
    expect(texts(svg)).toEqual(expect.arrayContaining(['1', '2', '3', 'Town 1', 'Town 2', 'Town 3']))
    expect(isXml(svg)).toBe(true)
  })

  test('does not exist for a guidebook without tracks', () => {
    expect(drawOverviewMap([stageOf(1, 'x')], 'Overview', styleOf(book), frame)).toBeNull()
  })
})

describe('the profile', () => {
  const route = routeOf('Way', madeUpTrack())

  test('has both axes and the numbers of the places along the route only', () => {
    const passed = madeUpTrack()[0]?.[60]
    const svg =
      profileSvg(book, route, [
        poiOf(4, 'On the way', passed?.lat ?? 0, passed?.lon ?? 0),
        poiOf(5, 'Aside', 46.5, 13.7),
      ])?.svg ?? ''
    expect(texts(svg)).toEqual(expect.arrayContaining(['0\u00A0km', '4\u00A0km', '800\u00A0m', '4']))
    expect(texts(svg)).not.toContain('5')
    expect(isXml(svg)).toBe(true)
  })

  test('does not exist without elevations, and has gaps where they are missing', () => {
    const points = madeUpTrack()[0] ?? []
    const bare = points.map(({ lat, lon }) => ({ lat, lon }))
    expect(profileSvg(book, { name: 'x', segments: [bare] }, [])).toBeNull()
    expect(
      profileSvg(
        book,
        { name: 'x', segments: [[...points.slice(0, 1), ...bare.slice(1, -1), ...points.slice(-1)]] },
        [],
      ),
    ).toBeNull()
    const gap = [points.map((point, index) => (index > 60 && index < 140 ? { lat: point.lat, lon: point.lon } : point))]
    const line = /class="track" d="([^"]*)"/.exec(profileSvg(book, { name: 'x', segments: gap }, [])?.svg ?? '')?.[1]
    expect(line?.match(/M/g)).toHaveLength(2)
  })

  test('of a short route has its distances in metres', () => {
    const short = [Array.from({ length: 8 }, (_, index) => ({ lat: 46 + index * 0.00045, lon: 13, ele: 1000 }))]
    const distances = texts(profileSvg(book, { name: 'x', segments: short }, [])?.svg ?? '').slice(-8)
    expect(distances).toEqual([0, 50, 100, 150, 200, 250, 300, 350].map((metres) => `${metres}\u00A0m`))
  })

  test('of a flat route is flat', () => {
    const flat = [Array.from({ length: 50 }, (_, index) => ({ lat: 46 + index / 1000, lon: 13, ele: 2 + (index % 2) }))]
    expect(texts(profileSvg(book, { name: 'x', segments: flat }, [])?.svg ?? '')).toEqual(
      expect.arrayContaining(['0\u00A0m', '60\u00A0m']),
    )
  })
})

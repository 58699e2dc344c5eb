import { distanceM, type Segments, trackLocator } from '@guidebook/route-geometry'
import { gpx as toGeoJson } from '@tmcw/togeojson'
import { parseGPXWithCustomParser } from '@we-gold/gpxjs'
import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { RoadbookDocument, Stage } from '../src/document.ts'
import { type GpxFile, gpxFiles } from '../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf, stayOf } from './books.ts'
import { readGpx, sampleFile, samplesMissing, sampleTracks } from './sample-tracks.ts'

interface Written {
  name: string
  content: string
  points: number
}
type Variant = GpxFile['variant']

const fileOf = (of: RoadbookDocument, stage: number | null, variant: Variant): Written | null => {
  const { files, contents } = gpxFiles(of)
  const file = files.find((one) => one.stage === stage && one.variant === variant)
  if (!file) return null
  const content = new TextDecoder().decode(contents[file.content])
  return { name: file.name, content, points: content.split('<trkpt ').length - 1 }
}
const stageGpx = (of: RoadbookDocument, one: Stage, variant: Variant) =>
  fileOf({ ...of, stages: [one] }, one.number, variant)
const guidebookGpx = (of: RoadbookDocument, variant: Variant) => fileOf(of, null, variant)

const written = (file: Written | null): Written => {
  if (!file) throw new Error('nothing was written')
  return file
}
const pointsOf = (file: Written) => readGpx(file.content).tracks.flatMap(({ segments }) => segments.flat())

/** Validates all files at once, because starting the validator takes longer than its work. */
const faultsOf = async (...files: Written[]): Promise<string[]> => {
  const schema = sampleFile('xsd/gpx-1.1.xsd').toString()
  const { errors } = await validateXML({
    xml: files.map(({ name, content }) => ({ fileName: name, contents: content })),
    schema,
    maxMemoryPages: 8192,
  })
  return errors.map(({ message }) => message)
}

const hostile = 'A\u0000\u0008 <b> & "q" \'s\' ]]> \uD800 \uFFFE Ž京🏔'
const stage = stageOf(3, 'Über die Mojstrovka', {
  routes: [
    routeOf('Aufstieg', madeUpTrack(), 'hiking'),
    routeOf(
      'Seilbahn',
      [
        [
          { lat: 46.5, lon: 13.8 },
          { lat: 46.51, lon: 13.81 },
        ],
      ],
      'transfer',
      { role: 'leg' },
    ),
  ],
  pois: [
    poiOf(1, hostile, 46.42, 13.74, {
      icon: 'hut',
      html: '<p>Open <b>daily</b>.</p><ul><li>soup</li></ul>',
      phone: '+386 4 1',
      web: 'hut.example?a=1&b=2',
    }),
    poiOf(2, 'No web', 46.41, 13.7, { web: 'javascript:alert(1)' }),
  ],
  accommodations: [stayOf('Hotel Lime', { lat: 46.45, lon: 193.79, comment: 'Key safe 4711' }), stayOf('Nowhere')],
})
const book = emptyBook({
  lang: 'de',
  title: 'Durch die Alpen',
  contentVersion: '7',
  stages: [stage, stageOf(4, 'Ruhetag')],
})

describe('a stage', () => {
  const full = written(stageGpx(book, stage, 'full'))

  test('is one track with the segments of its routes, in the document’s order', () => {
    const { tracks } = readGpx(full.content)
    expect(tracks.map(({ name, segments }) => [name, segments.length])).toEqual([['Über die Mojstrovka', 2]])
    expect(full.points).toBe(202)
    expect(tracks[0]?.segments[0]).toEqual(
      madeUpTrack()[0]?.map(({ lat, lon, ele }) => ({ lat: Number(lat.toFixed(7)), lon: Number(lon.toFixed(7)), ele })),
    )
    expect(full.content.match(/<(metadata|wpt|trk)\b/g)?.filter((tag, index, all) => tag !== all[index - 1])).toEqual([
      '<metadata',
      '<wpt',
      '<trk',
    ])
  })

  test('invents neither time nor elevation', () => {
    expect(full.content).not.toContain('<time>')
    expect(full.content.match(/<ele>/g)).toHaveLength(200)
  })

  test('has its hotel and places with the symbols that devices know', () => {
    expect([...full.content.matchAll(/<sym>(.*?)<\/sym>/g)].map(([, name]) => name)).toEqual([
      'Lodging',
      'Lodge',
      'Scenic Area',
    ])
    expect(full.content).toContain('lon="-166.21"')
    expect(full.content).toContain('<link href="https://hut.example/?a=1&amp;b=2"/>')
    expect(full.content).toContain('<desc>Open daily.\n- soup\n+386 4 1</desc>')
    expect(full.content).not.toContain('javascript')
  })

  test('does not contain the comment of a booking', () => {
    expect(full.content).toContain('<name>Hotel Lime</name>')
    expect(full.content).not.toContain('4711')
  })

  test('names its version in the book’s language and its type in English, and does not contain the Trip Link', () => {
    expect(full.content).toContain('<type>Hiking</type>')
    expect(full.content).toContain(
      '<metadata><name>Über die Mojstrovka</name><desc>Version 7</desc><author><name>Alpine Walks</name></author></metadata>',
    )
    expect(full.content).not.toContain(book.url)
  })

  test('without track and places has no file', () => {
    expect(stageGpx(book, stageOf(4, 'Ruhetag'), 'full')).toBeNull()
    expect(guidebookGpx(emptyBook(), 'device')).toBeNull()
  })
})

test('the file of the whole trip has a track for each stage and every place once', () => {
  const again = stageOf(5, 'Again', { routes: [routeOf('Way', madeUpTrack(20))], accommodations: stage.accommodations })
  const file = written(
    guidebookGpx(
      {
        ...book,
        stages: [stage, again],
        generalInfo: { texts: [], pois: stage.pois, routes: [routeOf('Extra', madeUpTrack(5))], accommodations: [] },
      },
      'full',
    ),
  )
  const { tracks, waypoints } = readGpx(file.content)
  expect(tracks.map(({ name }) => name)).toEqual(['Über die Mojstrovka', 'Again', 'Extra'])
  expect(waypoints.map(({ name }) => name)).toHaveLength(3)
})

test('a hotel that is also a place remains a hotel, with what only the place has', () => {
  const at = { lat: 46.45, lon: 13.79 }
  const hotel = stayOf('Hotel Lime', { ...at, html: '<p>By the lake.</p>', address: 'Lake Road 1', phone: '+386 4 2' })
  const pois = [
    poiOf(1, 'Hotel Lime', at.lat, at.lon),
    poiOf(2, 'Hotel Lime', at.lat, at.lon, { html: '<p>Good soup.</p>', phone: '+386 4 2', web: 'lime.example' }),
  ]
  const { content } = written(stageGpx(book, stageOf(1, 'x', { pois, accommodations: [hotel] }), 'full'))
  expect([...content.matchAll(/<sym>(.*?)<\/sym>/g)].map(([, name]) => name)).toEqual(['Lodging'])
  expect(content).toContain('<desc>By the lake.\nLake Road 1\n+386 4 2\nGood soup.</desc>')
  expect(content).toContain('<link href="https://lime.example/"/>')
})

describe('positions', () => {
  const gpxOf = (segments: Segments): Written =>
    written(stageGpx(book, stageOf(1, 'x', { routes: [routeOf('x', segments)] }), 'full'))

  test('are written as decimals, normalised, and never as 180', () => {
    const { content } = gpxOf([
      [
        { lat: 1e-7, lon: -1e-9 },
        { lat: -0.0000001, lon: 180 },
        { lat: 12.3456789012, lon: 179.99999999 },
        { lat: 1, lon: -539.5 },
      ],
    ])
    expect([...content.matchAll(/<trkpt (.*?)\/>/g)].map(([, position]) => position)).toEqual(
      expect.arrayContaining(['lat="0.0000001" lon="0"', 'lat="1" lon="-179.5"']),
    )
    expect(content).not.toMatch(/e-|lon="180"|NaN/)
  })

  test('of a line across the antimeridian are split there, one segment on each side', () => {
    const { segments } = readGpx(
      gpxOf([
        [
          { lat: -16, lon: 179 },
          { lat: -17, lon: -179, ele: 5 },
        ],
      ]).content,
    ).tracks[0] ?? { segments: [] }
    expect(segments).toHaveLength(2)
    for (const points of segments) expect(new Set(points.map(({ lon }) => Math.sign(lon))).size).toBe(1)
    expect(segments[0]?.at(-1)).toEqual({ lat: -16.5, lon: 179.9999999 })
    expect(segments[1]?.[0]).toEqual({ lat: -16.5, lon: -180 })
  })
})

describe('the variant for devices', () => {
  const long = madeUpTrack(25_000)

  test('has at most 10,000 points and says how far they lie from the full line', () => {
    const file = written(stageGpx(book, stageOf(1, 'Long', { routes: [routeOf('Long', long)] }), 'device'))
    expect(file.points).toBeLessThanOrEqual(10_000)
    const stated = Number(/höchstens (\d+(?:,\d)?) m neben/.exec(file.content)?.[1]?.replace(',', '.'))
    expect(stated).toBeGreaterThan(0)
    const locate = trackLocator([pointsOf(file)])
    const farthest = Math.max(
      ...(long[0] ?? []).filter((_, index) => index % 37 === 0).map((point) => locate(point)?.distanceM ?? Number.NaN),
    )
    expect(farthest).toBeLessThanOrEqual(stated + 0.02)
  })

  test('distributes the points of the whole guidebook between its stages by need', () => {
    const straight: Segments = [Array.from({ length: 8000 }, (_, index) => ({ lat: 45 + index / 1e5, lon: 13 }))]
    const stages = [
      stageOf(1, 'Bent', { routes: [routeOf('b', long)] }),
      stageOf(2, 'Straight', { routes: [routeOf('s', straight)] }),
      stageOf(3, 'Bent', { routes: [routeOf('b', long)] }),
    ]
    const file = written(guidebookGpx({ ...book, stages }, 'device'))
    const counts = readGpx(file.content).tracks.map(({ segments }) => segments.flat().length)
    expect(counts).toHaveLength(3)
    expect(counts[0]).toBe(counts[2])
    expect(counts[1]).toBeLessThan(100)
    expect(file.points).toBeLessThanOrEqual(10_000)
  })

  test('of a short track is the full file', () => {
    const full = written(stageGpx(book, stage, 'full'))
    expect(written(stageGpx(book, stage, 'device'))).toEqual({ ...full, name: '03-uber-die-mojstrovka-device' })
  })
})

test('file names are ASCII, sorted by stage, and never empty', () => {
  const routes = [routeOf('Way', madeUpTrack(2))]
  const named = (title: string, ...stages: [number: number, title: string][]) =>
    gpxFiles(emptyBook({ title, stages: stages.map(([number, of]) => stageOf(number, of, { routes })) }))
      .files.filter(({ variant }) => variant === 'full')
      .map(({ name }) => name)
  expect(named('京都', [3, 'Straße über Łódź & Øre/../x'], [12, 'Эльбрус'])).toEqual([
    '03-strasse-uber-lodz-ore-x',
    '12-stage',
    'guidebook',
  ])
  expect(named('x'.repeat(500), [1, ''])[1]?.length).toBeLessThan(70)
})

describe('the GPX 1.1 schema', () => {
  test('accepts every file, hostile names included', async (context) => {
    if (samplesMissing) return context.skip(samplesMissing)
    const files = [stageGpx(book, stage, 'full'), stageGpx(book, stage, 'device'), guidebookGpx(book, 'full')]
    expect(await faultsOf(...files.map(written))).toEqual([])
    return undefined
  })

  test.each([
    'Mojstrovka',
    'korita-zbevnica',
    'blue_hills',
    'cerknicko-jezero-without-elevations',
    'first_and_last_elevation',
    'grand-canyon-river',
    'te-araroa-2022-23-track',
  ])('accepts %s, and the track comes out as it went in', async (name) => {
    if (samplesMissing) return
    const { tracks, waypoints } = sampleTracks(name)
    const stages = tracks.map((track, index) =>
      stageOf(index + 1, track.name || `Part ${index}`, {
        routes: [routeOf(track.name, track.segments)],
        pois: index === 0 ? waypoints.map((point, at) => poiOf(at + 1, point.name, point.lat, point.lon)) : [],
      }),
    )
    const full = written(guidebookGpx(emptyBook({ stages }), 'full'))
    const device = written(guidebookGpx(emptyBook({ stages }), 'device'))
    const source = tracks.flatMap(({ segments }) => segments.flat())
    expect(full.points).toBe(source.length)
    expect(Math.max(...pointsOf(full).map((point, index) => distanceM(point, source[index] ?? point)))).toBeLessThan(
      0.02,
    )
    expect(device.points).toBeLessThanOrEqual(10_000)
    expect(await faultsOf(full, device)).toEqual([])
  })
})

/** What another program finds in a file: positions as `[lon, lat, ele]`, those without an elevation shorter. */
interface Found {
  tracks: { name: unknown; positions: number[][] }[]
  places: { name: unknown; symbol: unknown; position: number[] }[]
}

const strictly = (xml: string) =>
  new DOMParser({
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(`${level}: ${message}`)
    },
  }).parseFromString(xml, 'text/xml')

const foundByToGeoJson = (xml: string): Found => {
  const { features } = toGeoJson(strictly(xml) as never)
  const found: Found = { tracks: [], places: [] }
  for (const { geometry, properties } of features) {
    const { name, sym: symbol } = properties ?? {}
    if (geometry?.type === 'Point') found.places.push({ name, symbol, position: geometry.coordinates })
    else if (geometry?.type === 'LineString') found.tracks.push({ name, positions: geometry.coordinates })
    else if (geometry?.type === 'MultiLineString') found.tracks.push({ name, positions: geometry.coordinates.flat() })
    else throw new Error(`what is a ${geometry?.type}?`)
  }
  return found
}

interface GpxjsPoint {
  name: string | null
  symbol: string | null
  longitude: number
  latitude: number
  elevation: number | null
}
interface GpxjsFile {
  tracks: { name: string | null; points: GpxjsPoint[] }[]
  waypoints: GpxjsPoint[]
}

const foundByGpxjs = (xml: string): Found => {
  // The package's types are not where its own map of exports lets a compiler find them.
  const [read, error] = parseGPXWithCustomParser(xml, strictly) as [GpxjsFile, null] | [null, Error]
  if (error) throw error
  const positionOf = ({ longitude, latitude, elevation }: GpxjsPoint) =>
    [longitude, latitude, elevation].filter((one) => typeof one === 'number')
  return {
    tracks: read.tracks.map(({ name, points }) => ({ name, positions: points.map(positionOf) })),
    places: read.waypoints.map((place) => ({ name: place.name, symbol: place.symbol, position: positionOf(place) })),
  }
}

describe.each([
  // A single point is no line in GeoJSON.
  ['togeojson', foundByToGeoJson, 2],
  ['gpxjs', foundByGpxjs, 1],
] as const)('%s, which others wrote,', (_, found, leastPoints) => {
  const positionOf = ({ lon, lat, ele }: { lon: number; lat: number; ele?: number | undefined }) =>
    ele === undefined ? [lon, lat] : [lon, lat, ele]

  test('reads the tracks and places of a stage and of a guidebook', () => {
    for (const file of [stageGpx(book, stage, 'full'), stageGpx(book, stage, 'device'), guidebookGpx(book, 'full')]) {
      const { tracks, places } = found(written(file).content)
      expect(tracks.map(({ name, positions }) => [name, positions.length])).toEqual([['Über die Mojstrovka', 202]])
      expect(tracks[0]?.positions.at(-1)).toEqual([13.81, 46.51])
      expect(places.map(({ symbol }) => symbol)).toEqual(['Lodging', 'Lodge', 'Scenic Area'])
      expect(places.map(({ name }) => name)).toEqual([
        'Hotel Lime',
        expect.stringContaining('<b> & "q" \'s\' ]]>'),
        'No web',
      ])
      expect(places[0]?.position).toEqual([-166.21, 46.45])
    }
  })

  test('reads every point of real tracks', (context) => {
    if (samplesMissing) context.skip(samplesMissing)
    const names = ['Mojstrovka', 'blue_hills', 'cerknicko-jezero-without-elevations']
    // 22,742 points, which take the readers seconds.
    if (process.env.SOAK !== undefined) names.push('te-araroa-2022-23-track')
    for (const name of names) {
      const routes = sampleTracks(name).tracks.map((track) =>
        routeOf(track.name, track.segments, 'hiking', { role: 'leg' }),
      )
      for (const variant of ['full', 'device'] as const) {
        const { content } = written(stageGpx(book, stageOf(1, name, { routes }), variant))
        const segments = readGpx(content).tracks.flatMap((track) => track.segments)
        const read = found(content).tracks.flatMap(({ positions }) => positions)
        expect(read).toEqual(
          segments.filter(({ length }) => length >= leastPoints).flatMap((one) => one.map(positionOf)),
        )
      }
    }
  })
})

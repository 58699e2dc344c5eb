import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Basemap, type BookMap, loadFonts, mapWindows, renderPdf, stageMapSvg } from '../../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf } from '../books.ts'
import { readPdf } from '../pdf-reader.ts'

const fonts = loadFonts()
const makers = '© Example Maps contributors'

const stages = [1, 2].map((number) =>
  stageOf(number, `Day ${number}`, { routes: [routeOf('Way', madeUpTrack(200, 46 + number / 10))] }),
)
const generalInfo = { texts: [], routes: [], accommodations: [], pois: [poiOf(1, 'Airport', 46.2, 14.4)] }
const book = emptyBook({ stages, generalInfo })

const basemap = async (map: BookMap, fields: Partial<Basemap> = {}): Promise<Basemap> => ({
  map,
  name: `basemap-${map}`,
  width: 300,
  height: 200,
  attribution: makers,
  bytes: await sharp({
    create: { width: 300, height: 200, channels: 3, background: map === 1 ? '#88aa66' : '#aa8866' },
  })
    .jpeg()
    .toBuffer(),
  ...fields,
})

const times = (text: string, part: string): number => text.split(part).length - 1

describe('map windows', () => {
  test('exist for every printed map, in the order of the book', () => {
    expect(mapWindows(book).map(({ map }) => map)).toEqual(['overview', 0, 1, 'general'])
    expect(mapWindows(emptyBook({ stages: [stageOf(1, 'Rest'), ...stages] })).map(({ map }) => map)).toEqual([
      'overview',
      1,
      2,
    ])
    expect(mapWindows(emptyBook({}))).toEqual([])
  })

  test.each(['a4', 'a5'] as const)('match the maps drawn on %s', (paper) => {
    const window = mapWindows({ ...book, paper }).find(({ map }) => map === 0)
    if (!window) throw new Error('no window')
    const { width, height } = window
    const drawn = stageMapSvg(book, stages[0] as (typeof stages)[0], {
      frame: { width, minHeight: height, maxHeight: height },
    })
    const [, x, y] = /class="track" d="M([\d.]+) ([\d.]+)/.exec(drawn?.svg ?? '') ?? []
    const { lat, lon } = madeUpTrack(200, 46.1)[0]?.[0] ?? { lat: 0, lon: 0 }
    const east = (lon + 180) / 360
    const south = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2
    expect(((east - window.left) / (window.right - window.left)) * width).toBeCloseTo(Number(x), 0)
    expect(((south - window.top) / (window.bottom - window.top)) * height).toBeCloseTo(Number(y), 0)
  })

  test('exceed the Mercator square across the antimeridian and near a pole', () => {
    const across = [[179.9, -179.9].map((lon) => ({ lat: -16.8, lon }))]
    const [overview] = mapWindows(emptyBook({ stages: [stageOf(1, 'x', { routes: [routeOf('x', across)] })] }))
    expect(overview?.left).toBeLessThan(1)
    expect(overview?.right).toBeGreaterThan(1)
    const polar = [[84.9, 85.1].map((lat) => ({ lat, lon: 10 }))]
    const [top] = mapWindows(emptyBook({ stages: [stageOf(1, 'x', { routes: [routeOf('x', polar)] })] }))
    expect(top?.top).toBeLessThan(0)
    expect(top?.bottom).toBeGreaterThan(0)
  })
})

describe('basemaps', () => {
  test('are printed unchanged beneath their maps, with attributions beside each and in the imprint', async () => {
    const basemaps = [await basemap('overview'), await basemap(1)]
    const { pdf, warnings } = renderPdf({ ...book, basemaps }, fonts)
    expect(warnings).toEqual([])
    for (const { bytes } of basemaps) expect(Buffer.from(pdf).includes(Buffer.from(bytes ?? 'none'))).toBe(true)
    const { pages, tagged } = await readPdf(pdf)
    expect(tagged).toBe(true)
    expect(pages.map((page) => times(page, makers))).toEqual([0, 0, 1, 0, 1, 1])
    expect(pages.at(-1)).toContain(`Maps ${makers}`)
  })

  test('with several attributions list each once in the imprint', async () => {
    const basemaps = [
      await basemap(0),
      await basemap(1, { attribution: 'Survey <b>& Sons</b>' }),
      await basemap('general'),
    ]
    const { pages } = await readPdf(renderPdf({ ...book, basemaps }, fonts).pdf)
    expect(pages.at(-1)).toContain(`Maps ${makers}; Survey <b>& Sons</b>`)
  })

  test('replace the plain background only', async () => {
    const plain = renderPdf(book, fonts).pdf
    expect(Buffer.compare(renderPdf({ ...book, basemaps: [] }, fonts).pdf, plain)).toBe(0)
    const [before, now] = [
      await readPdf(plain),
      await readPdf(renderPdf({ ...book, basemaps: [await basemap(0)] }, fonts).pdf),
    ]
    expect(now.pages.length).toBe(before.pages.length)
    expect(now.pages[3]?.replace(`${makers} `, '')).toBe(before.pages[3])
  })

  test('that are unreadable leave the plain background and no attribution', async () => {
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)])
    for (const bytes of [broken, null]) {
      const { pdf, warnings } = renderPdf({ ...book, basemaps: [await basemap(0, { bytes })] }, fonts)
      expect(warnings).toMatchObject([{ code: 'image-unreadable' }])
      expect((await readPdf(pdf)).pages[3]).not.toContain(makers)
    }
  })

  test('with a long attribution break it over lines', async () => {
    const attribution = Array.from({ length: 40 }, (_, index) => `© Survey of the country ${index + 1}`).join(', ')
    const { pages } = await readPdf(renderPdf({ ...book, basemaps: [await basemap(0, { attribution })] }, fonts).pdf)
    expect(pages[3]).toContain('country 40')
  })
})

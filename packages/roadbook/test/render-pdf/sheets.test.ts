import { distanceM, type TrackPoint } from '@guidebook/route-geometry'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { describe, expect, test } from 'vitest'
import { loadFonts, mapWindows, possibleSheets, renderPdf } from '../../src/index.ts'
import { groupColor } from '../../src/poi/poi-icons.ts'
import { emptyBook, routeOf, stageOf, stayOf } from '../books.ts'
import { readPdf } from '../pdf-reader.ts'

const fonts = loadFonts()

/** A straight way to the north-east, long enough for several sheets. */
const straight = (km: number, lat = 46): TrackPoint[] =>
  Array.from({ length: 200 }, (_, index) => ({
    lat: lat + (index / 199) * km * 0.007,
    lon: 11 + (index / 199) * km * 0.008,
  }))

const longStage = stageOf(1, 'A long day', { routes: [routeOf('Way', [straight(25)])] })
const longBook = emptyBook({
  stages: [longStage, stageOf(2, 'The end', { routes: [routeOf('End', [straight(3)])] })],
})

/** The middle of each group of pixels of a colour on a page, in centimetres from the upper left corner. */
async function placesOf(color: string, pdf: Uint8Array, page: number): Promise<{ x: number; y: number }[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const scale = 3
  const { data, width } = await document.getPage(page).render({ scale, render: 'bitmap' })
  document.destroy()
  library.destroy()
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const groups: { left: number; right: number; top: number; bottom: number }[] = []
  for (let at = 0; at < data.length; at += 4) {
    const isColor =
      data[at + 1] === green &&
      ((data[at] === red && data[at + 2] === blue) || (data[at] === blue && data[at + 2] === red))
    if (!isColor) continue
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    const group = groups.find(
      ({ left, right, top, bottom }) => x > left - 40 && x < right + 40 && y > top - 40 && y < bottom + 40,
    )
    if (!group) groups.push({ left: x, right: x, top: y, bottom: y })
    else
      Object.assign(group, {
        left: Math.min(group.left, x),
        right: Math.max(group.right, x),
        bottom: Math.max(group.bottom, y),
      })
  }
  const centimetres = (pixels: number) => ((pixels + 0.5) / scale / 72) * 2.54
  return groups.map(({ left, right, top, bottom }) => ({
    x: centimetres((left + right) / 2),
    y: centimetres((top + bottom) / 2),
  }))
}

describe('maps at a fixed scale', () => {
  test.each([
    ['the only map of a short stage', 3, 'hiking', 50_000],
    ['a sheet of a long stage', 25, 'hiking', 50_000],
    ['a sheet of a cyclist', 60, 'cycling', 150_000],
  ] as const)('%s: a distance on the printed page is the real distance', async (_, km, kind, scale) => {
    const way = straight(km)
    const at = way[Math.min(199, Math.round((2 / km) * 199))] as TrackPoint
    // Two beds beside the way, on the same meridian.
    const beds = [-0.009, 0.009].map((north) => stayOf('', { lat: at.lat + north, lon: at.lon - 0.005 }))
    const [one, other] = beds.map(({ lat, lon }) => ({ lat: lat ?? 0, lon: lon ?? 0 }))
    if (!one || !other) throw new Error('no beds')
    const stage = stageOf(1, 'x', { routes: [routeOf('Way', [way], kind)], accommodations: beds })
    const { pdf } = renderPdf(emptyBook({ stages: [stage], sheetStages: [0] }), fonts)
    const { pages } = await readPdf(pdf)
    const label = `1:${scale / 1000},000`
    const page = pages.findIndex((text, index) => index > 2 && text.includes(km > 3 ? 'Sheet 1 of' : label))
    expect(pages[page]).toContain(label)
    const [upper, lower] = await placesOf(groupColor('stay'), pdf, page)
    const printed = Math.hypot((upper?.x ?? 0) - (lower?.x ?? 0), (upper?.y ?? 0) - (lower?.y ?? 0))
    // A pixel is 0.12 mm.
    expect(Math.abs(printed - (distanceM(one, other) / scale) * 100)).toBeLessThan(0.03)
  })

  test('sheets follow the texts of a stage, which begins on a left page and names their pages', async () => {
    const { pdf, pages: count, warnings } = renderPdf({ ...longBook, sheetStages: [0] }, fonts)
    expect(warnings).toEqual([])
    const { pages, tagged } = await readPdf(pdf)
    expect(tagged).toBe(true)
    const pageOf = (text: string) => pages.findIndex((page, index) => index > 2 && page.includes(text)) + 1
    const [first, one, two] = [pageOf('A long day'), pageOf('Sheet 1 of'), pageOf('Sheet 2 of')]
    expect(first % 2).toBe(0)
    expect(one).toBeGreaterThan(first)
    expect(pages[first - 1]).toContain(`Sheets at 1:50,000: 1 (page ${one}), 2 (page ${two})`)
    expect(pages[one - 1]).toContain('1:50,000 (1 cm = 500 m)')
    expect(pages[one - 1]).toContain('continues on sheet 2')
    expect(pages[two - 1]).toContain('from sheet 1')
    expect(pages[pageOf('The end') - 1]).not.toContain('Sheet')
    expect(count).toBeGreaterThan(two)
  })

  test('every map has a scale in print, to three digits', async () => {
    const { pages } = await readPdf(renderPdf(longBook, fonts).pdf)
    for (const page of [2, 3]) expect(pages[page]).toMatch(/1:\d+(,\d{3})+/)
  })
})

describe('possible sheets', () => {
  const book = (stages: Parameters<typeof possibleSheets>[0]['stages']) => ({ stages, paper: 'a4' as const })
  const mapsOf = (routes: ReturnType<typeof routeOf>[]) =>
    possibleSheets(book([stageOf(1, 'x', { routes })]))[0]?.map(({ window }) => window.map) ?? null

  test('are the windows that the book will have', () => {
    const chosen = { ...longBook, sheetStages: [0, 1] }
    const possible = possibleSheets(chosen).flatMap((sheets) => sheets?.map(({ window }) => window) ?? [])
    const windows = mapWindows(chosen)
    expect(possible.map(({ map }) => map)).toEqual(['0/1', '0/2', 1])
    for (const window of possible) expect(windows).toContainEqual(window)
    expect(windows.map(({ map }) => map)).toEqual(['overview', 0, '0/1', '0/2', 1])
  })

  test('name places on the way, close enough to find each tile beneath it', () => {
    for (const { window, way } of possibleSheets(longBook)[0] ?? []) {
      expect(way.length).toBeGreaterThan(10)
      for (const [x, y] of way) {
        expect(x >= window.left && x <= window.right && y >= window.top && y <= window.bottom).toBe(true)
      }
    }
  })

  test('a way that goes there and back many times has no more places than once', () => {
    const there = straight(9)
    const again = Array.from({ length: 200 }, () => [...there, ...there.toReversed()]).flat()
    const countOf = (way: TrackPoint[]) =>
      possibleSheets(book([stageOf(1, 'x', { routes: [routeOf('Way', [way])] })]))[0]?.flatMap((sheet) => sheet.way)
        .length
    // A place may be in each square of 3 mm along the way, instead of in each third one.
    expect(countOf(again)).toBeLessThan(6 * (countOf(there) ?? 0))
  })

  test('a stage that is too long, without a way, or on which the traveller is transported has none', () => {
    expect(mapsOf([routeOf('Way', [straight(300)])])).toBeNull()
    expect(mapsOf([routeOf('Way', [[]])])).toBeNull()
    expect(mapsOf([])).toBeNull()
    expect(mapsOf([routeOf('Way', [straight(25)], 'ferry-route')])).toBeNull()
    expect(mapsOf([routeOf('Way', [straight(25)], 'hiking', { kind: 'paragliding' })])).toBeNull()
  })

  test('a ferry between two walks needs none, and an alternative gets its own', () => {
    const [there, sea, beyond] = [
      straight(3),
      [
        { lat: 46.021, lon: 11.024 },
        { lat: 47, lon: 12 },
      ],
      straight(3, 47),
    ]
    const walks = [routeOf('There', [there]), routeOf('Ferry', [sea], 'ferry-route', { role: 'leg' })]
    const alone = mapsOf([
      ...walks,
      routeOf('Beyond', [beyond.map((point) => ({ ...point, lon: point.lon + 1 }))], 'hiking', { role: 'leg' }),
    ])
    expect(alone).toHaveLength(2)
    const detour = straight(9).map((point, index) => ({
      ...point,
      lon: point.lon + Math.sin((index / 199) * Math.PI) * 0.12,
    }))
    const both = [
      routeOf('Main', [straight(9)], 'hiking', { role: 'main' }),
      routeOf('Detour', [detour], 'hiking', { role: 'alternative' }),
    ]
    expect(mapsOf(both)?.length).toBeGreaterThan(mapsOf(both.slice(0, 1))?.length ?? 0)
  })
})

import { expect, test } from 'vitest'
import { loadFonts, mapWindows, renderPdf, type VectorBasemap } from '../../src/index.ts'
import { emptyBook, madeUpTrack, poiOf, routeOf, stageOf } from '../books.ts'
import { readPdf } from '../pdf-reader.ts'

const fonts = loadFonts()
const stage = stageOf(1, 'Day 1', {
  routes: [routeOf('Way', madeUpTrack(200, 46.1))],
  pois: [poiOf(1, 'Kobarid', 46.13, 13.74, { icon: 'town' })],
})
const book = emptyBook({ stages: [stage] })

const vector = (fields: Partial<VectorBasemap> = {}): VectorBasemap => ({
  map: 0,
  attribution: '© Example Maps contributors',
  shapes: [
    { kind: 'water', parts: [[0, 0, 200, 0, 200, 100, 0, 100]] },
    { kind: 'path', parts: [[10, 10, 200, 150]] },
  ],
  names: [{ kind: 'town', name: 'Tolmin', x: 80, y: 180 }],
  ...fields,
})
const printed = async (...vectors: VectorBasemap[]) => await readPdf(renderPdf({ ...book, vectors }, fonts).pdf)

test('shapes and names are printed beneath the track, with the attribution beside the map and in the imprint', async () => {
  const { pages, tagged } = await printed(vector())
  expect(tagged).toBe(true)
  expect(pages[3]).toContain('Tolmin')
  expect(pages[3]).toContain('© Example Maps contributors')
  expect(pages.at(-1)).toContain('Maps © Example Maps contributors')
  expect(pages[2]).not.toContain('Tolmin')
})

test('a name that the stage has anyway is not repeated, and names do not overlap', async () => {
  const names = [
    { kind: 'town', name: 'Kobarid', x: 300, y: 60 },
    { kind: 'city', name: 'Ljubljana', x: 80, y: 180 },
    { kind: 'village', name: 'Zatolmin', x: 84, y: 183 },
  ] as const
  const { pages } = await printed(vector({ names }))
  // At its marker on the map; the place list and the day table are on the next page.
  expect(pages[3]?.split('Kobarid')).toHaveLength(2)
  expect(pages[3]).toContain('Ljubljana')
  expect(pages[3]).not.toContain('Zatolmin')
})

test('a map of thousands of points adds little to the size of the book', () => {
  const [, window] = mapWindows(book)
  const { width, height } = window ?? { width: 0, height: 0 }
  const coast = Array.from(
    { length: 20_000 },
    (_, at) => ((at % 2 === 0 ? width : height) * ((at * 7919) % 1000)) / 1000,
  )
  const size = (vectors: VectorBasemap[]) => renderPdf({ ...book, vectors }, fonts).pdf.length
  expect(size([vector({ shapes: [{ kind: 'shore', parts: [coast] }] })]) - size([])).toBeLessThan(150_000)
})

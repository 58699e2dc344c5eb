import { packTrack, unpackTrack } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import type { Figures, StatedFigures } from '../content/book-content.ts'
import { prepareRoute } from './prepare-routes.ts'

/** A line northward from a latitude, one point every 0.001° (111 m). */
const line = (fromLat: number, points: number, ele?: number) =>
  Array.from({ length: points }, (_, index) => ({
    lat: Math.round((fromLat + index / 1000) * 1e6) / 1e6,
    lon: 10,
    ...(ele === undefined ? {} : { ele }),
  }))
const packed = (points: ReturnType<typeof line>) => packTrack([points])

test('a route of one part keeps its points and gets its figures', () => {
  const track = packed(line(46, 11, 500))
  const prepared = prepareRoute({ parts: [track], icon: 'walking' })
  expect(prepared.track).toBe(track)
  expect(prepared.figures.distanceMetres).toBeCloseTo(1111, -1)
  expect(prepared.figures).toMatchObject({ ascentMetres: 0, descentMetres: 0 })
  expect(prepared.figures.durationSeconds).toBeGreaterThan(900)
})

test('the ascent of a track without elevations is unknown, not zero', () => {
  expect(prepareRoute({ parts: [packed(line(46, 3))], icon: 'hiking' }).figures.ascentMetres).toBeNull()
})

test('parts are joined into one line, and reversed where their ends fit better', () => {
  const { track, gaps } = prepareRoute({
    parts: [packed(line(46, 11)), packed(line(46.01, 11).reverse()), packed(line(46.02, 6))],
    icon: 'hiking',
  })
  expect(gaps).toEqual([])
  const segments = unpackTrack(track)
  expect(segments).toHaveLength(1)
  const lats = segments[0]?.map(({ lat }) => lat) ?? []
  expect(lats).toEqual(lats.toSorted((one, other) => one - other))
  expect(new Set(lats).size).toBe(lats.length)
})

test('a figure that is overridden for a part is the sum of the parts, each in its direction', () => {
  const stated = (ascentMetres: number, descentMetres: number, overridden: keyof Figures): StatedFigures => ({
    effective: { distanceMetres: 1_000, ascentMetres, descentMetres, durationSeconds: 3_600 },
    overridden: [overridden],
  })
  const { figures } = prepareRoute({
    parts: [packed(line(46, 11)), packed(line(46.01, 11).reverse())],
    icon: 'hiking',
    stated: [stated(300, 0, 'durationSeconds'), stated(20, 500, 'ascentMetres')],
  })
  // The second part is reversed: its 500 m of ascent and 20 m of descent take 6,594 s over 1 km.
  expect(figures).toEqual({
    distanceMetres: expect.closeTo(2_223, -1),
    ascentMetres: null,
    descentMetres: 20,
    durationSeconds: expect.closeTo(3_600 + 6_594, 3),
  })
})

test('a gap of more than 100 m is reported, not bridged, and its length is not counted', () => {
  const parts = [packed(line(46, 11)), packed(line(46.02, 11))]
  const { track, gaps, figures } = prepareRoute({ parts, icon: 'hiking' })
  expect(unpackTrack(track)).toHaveLength(2)
  expect(gaps).toEqual([{ afterPart: 0, distanceM: expect.closeTo(1111, -1) }])
  expect(figures.distanceMetres).toBeCloseTo(2222, -1)
})

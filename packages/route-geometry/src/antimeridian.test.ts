import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eastEdge, normaliseLon, splitAtAntimeridian } from './antimeridian.ts'
import { boundsOf } from './bounds.ts'

const at = (...lons: number[]) => lons.map((lon, index) => ({ lat: index, lon }))

describe('antimeridian', () => {
  test('a longitude is normalised to -180 <= lon < 180, and one in range keeps every bit', () => {
    expect([180, -180, 540, 360, 190, -190, 179.5].map(normaliseLon)).toEqual([-180, -180, -180, 0, -170, 170, 179.5])
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (lon) => {
        const normal = normaliseLon(lon)
        expect(normal >= -180 && normal < 180).toBe(true)
        if (lon >= -180 && lon < 180) expect(normal).toBe(lon)
      }),
    )
  })

  test('a crossing line ends at one edge and continues at the other', () => {
    expect(splitAtAntimeridian([at(179, -179)])).toEqual([
      [
        { lat: 0, lon: 179 },
        { lat: 0.5, lon: eastEdge },
      ],
      [
        { lat: 0.5, lon: -180 },
        { lat: 1, lon: -179 },
      ],
    ])
    expect(splitAtAntimeridian([at(-179, 179)])).toEqual([
      [
        { lat: 0, lon: -179 },
        { lat: 0.5, lon: -180 },
      ],
      [
        { lat: 0.5, lon: eastEdge },
        { lat: 1, lon: 179 },
      ],
    ])
  })

  test('a point on the antimeridian is on the side where the line continues', () => {
    const [west, east] = splitAtAntimeridian([at(179, 180, -179)])
    expect(west?.map(({ lon }) => lon)).toEqual([179, eastEdge])
    expect(east).toEqual([
      { lat: 1, lon: -180 },
      { lat: 2, lon: -179 },
    ])
  })

  test('no point is lost or out of range, and no leg crosses', () => {
    const point = fc.record({
      lat: fc.double({ min: -80, max: 80, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      ele: fc.double({ min: 0, max: 4000, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(point), (points) => {
        const pieces = splitAtAntimeridian([points])
        const kept = pieces.flat().filter(({ ele }) => ele !== undefined)
        expect(kept).toEqual(points.map((original) => ({ ...original, lon: normaliseLon(original.lon) })))
        for (const piece of pieces) {
          piece.forEach(({ lon }, index) => {
            expect(lon >= -180 && lon < 180).toBe(true)
            expect(Math.abs(lon - (piece[index - 1]?.lon ?? lon))).toBeLessThanOrEqual(180)
          })
        }
      }),
    )
  })
})

describe('bounds', () => {
  test('the box is the smallest, and its edges are exact coordinates of the route', () => {
    expect(boundsOf([at(14.1, 13.9, 14.3)])).toEqual({ south: 0, west: 13.9, north: 2, east: 14.3 })
  })

  test('across the antimeridian west is greater than east', () => {
    expect(boundsOf([at(179.1, -179.3)])).toMatchObject({ west: 179.1, east: -179.3 })
    expect(boundsOf([at(170, 171), at(-170, -171)])).toMatchObject({ west: 170, east: -170 })
  })

  test('segments far apart share the narrower box', () => {
    expect(boundsOf([at(-10, -5), at(100, 101), at(20, 30)])).toMatchObject({ west: -10, east: 101 })
  })

  test('a track around the pole spans all meridians', () => {
    expect(boundsOf([at(0, 90, 180, -90, 0)])).toMatchObject({ west: -180, east: 180 })
  })

  test('every point is inside', () => {
    const lon = fc.integer({ min: -180e9, max: 180e9 - 1 }).map((billionths) => billionths / 1e9)
    fc.assert(
      fc.property(fc.array(fc.array(lon, { minLength: 1 }), { minLength: 1 }), (columns) => {
        const bounds = boundsOf(columns.map((lons) => at(...lons)))
        if (!bounds) throw new Error('There are points.')
        const { west, east } = bounds
        for (const value of columns.flat()) {
          expect(west <= east ? value >= west && value <= east : value >= west || value <= east).toBe(true)
        }
      }),
    )
  })

  test('a single point has a box without size; no point has no box', () => {
    expect(boundsOf([at(5)])).toEqual({ south: 0, west: 5, north: 0, east: 5 })
    expect(boundsOf([[]])).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf } from './bounds.ts'
import { distancesAlong } from './distance.ts'
import { packTrack, unpackColumns } from './pack-track.ts'
import { measureRoute } from './statistics.ts'
import { columnsOf, pointsOf, type Segments } from './track-columns.ts'

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true })
const track = fc.array(
  fc.array(
    fc.record(
      { lat: degrees(90), lon: degrees(180), ele: fc.double({ min: -500, max: 9000, noNaN: true }) },
      { requiredKeys: ['lat', 'lon'], noNullPrototype: true },
    ),
    { maxLength: 30 },
  ),
  { maxLength: 4 },
)

const all = (segments: Segments | readonly ReturnType<typeof columnsOf>[]) => ({
  packed: packTrack(segments),
  bounds: boundsOf(segments),
  measures: measureRoute(segments),
  along: segments.map((line) => distancesAlong(line)),
})

describe('a track in columns', () => {
  test('is the same track: points, bytes and figures are equal to the last bit', () => {
    fc.assert(
      fc.property(track, (segments) => {
        const columns = segments.map(columnsOf)
        expect(columns.map(pointsOf)).toStrictEqual(segments)
        expect(all(columns)).toStrictEqual(all(segments))
        expect(unpackColumns(packTrack(segments))).toEqual(columns)
      }),
      { numRuns: process.env.SOAK ? 500 : 100 },
    )
  })

  test('has no elevation where it is NaN', () => {
    expect(columnsOf([{ lat: 1, lon: 2 }]).ele).toEqual(Float64Array.of(Number.NaN))
    const columns = { lat: Float64Array.of(1, 1), lon: Float64Array.of(2, 3), ele: Float64Array.of(Number.NaN, 4) }
    expect(pointsOf(columns)).toStrictEqual([
      { lat: 1, lon: 2 },
      { lat: 1, lon: 3, ele: 4 },
    ])
    expect(measureRoute([columns]).shareWithElevation).toBe(0.5)
  })
})

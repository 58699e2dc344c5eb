import { describe, expect, test } from 'vitest'
import { joinParts } from './join-parts.ts'
import type { Segments, TrackPoint } from './track-columns.ts'

const part = (...lons: number[]): Segments => [lons.map((lon) => ({ lat: 0, lon }))]
const lons = (segments: Segments): number[][] => segments.map((segment) => segment.map(({ lon }) => lon))

describe('joining parts', () => {
  test('parts that meet become one segment, with the shared point once', () => {
    const joined = joinParts([part(0, 1), part(1, 2), part(2, 3)])
    expect(lons(joined.segments)).toEqual([[0, 1, 2, 3]])
    expect(joined).toMatchObject({ gaps: [], turned: [false, false, false] })
  })

  test('a part is reversed when its ends fit better, also the first one', () => {
    expect(lons(joinParts([part(0, 1), part(2, 1), part(2, 3)]).segments)).toEqual([[0, 1, 2, 3]])
    const first = joinParts([part(1, 0), part(1, 2)])
    expect(lons(first.segments)).toEqual([[0, 1, 2]])
    expect(first.turned).toEqual([true, false])
  })

  test('the directions are the best for the whole chain, not only for the next joint', () => {
    expect(lons(joinParts([part(3, 2), part(2, 1), part(0, 1)]).segments)).toEqual([[3, 2, 1, 0]])
  })

  test('a part is not reversed for a few metres', () => {
    expect(joinParts([part(0, 1), part(1.00008, 0.00002, 1.00003)]).turned).toEqual([false, false])
  })

  test('a gap over 100 m is reported with its size and not bridged', () => {
    const joined = joinParts([part(0, 1), part(1.01, 2), part(2.0001, 3)])
    expect(lons(joined.segments)).toEqual([
      [0, 1],
      [1.01, 2, 2.0001, 3],
    ])
    expect(joined.gaps).toHaveLength(1)
    expect(joined.gaps[0]).toMatchObject({ afterPart: 0 })
    expect(joined.gaps[0]?.distanceM).toBeCloseTo(1113.19, 1)
  })

  test('parts join across the antimeridian', () => {
    const joined = joinParts([part(179, 180), part(-180, -179)])
    expect(joined.gaps).toEqual([])
    expect(joined.segments).toHaveLength(1)
  })

  test('the shared point keeps the elevation that one side knows', () => {
    const before: TrackPoint[] = [
      { lat: 0, lon: 0, ele: 1 },
      { lat: 0, lon: 1 },
    ]
    const after: TrackPoint[] = [
      { lat: 0, lon: 1, ele: 7 },
      { lat: 0, lon: 2, ele: 9 },
    ]
    expect(joinParts([[before], [after]]).segments[0]?.map(({ ele }) => ele)).toEqual([1, 7, 9])
  })

  test('a part of several segments is reversed as a whole, and empty parts are ignored', () => {
    const broken: Segments = [...part(5, 4), ...part(2, 1)]
    const joined = joinParts([part(0, 1), [], broken, [[]]])
    expect(lons(joined.segments)).toEqual([
      [0, 1, 2],
      [4, 5],
    ])
    expect(joined.turned).toEqual([false, false, true, false])
    expect(joinParts([])).toEqual({ segments: [], gaps: [], turned: [] })
  })

  test('joining does not change the parts', () => {
    const original = part(0, 1)
    joinParts([original, part(1, 2)])
    expect(lons(original)).toEqual([[0, 1]])
  })
})

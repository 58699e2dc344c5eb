import { expect, it } from 'vitest'

type Position = [lon: number, lat: number]

const script = new URL('../browser/page/way.js', import.meta.url)
const { unroll }: { unroll(ways: Position[][][]): Position[][][] } = await import(script.href)

/** A way of one line along the equator. */
const way = (...lons: number[]): Position[][] => [lons.map((lon) => [lon, 0])]

it('ways on both sides of the antimeridian stay together on an interactive map', () => {
  expect(unroll([way(179, 179.5), way(-179.5, 179.75), way(-179)])).toEqual([
    way(179, 179.5),
    way(180.5, 179.75),
    way(181),
  ])
  expect(unroll([way(-179), way(179)])).toEqual([way(-179), way(-181)])
})

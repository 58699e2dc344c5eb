import { expect, test } from 'vitest'
import { buffer, extent } from '../src/cut.ts'
import { scanPolygons } from '../src/scan-polygons.ts'
import { simplify, simplifyRing } from '../src/simplify.ts'
import { smoothLakes } from '../src/smooth-lakes.ts'
import { ZoomTiles } from '../src/zoom-tiles.ts'

const collection = (...multipolygons: number[][][][][]) =>
  Buffer.from(
    JSON.stringify({
      type: 'GeometryCollection',
      geometries: multipolygons.map((coordinates) => ({ type: 'MultiPolygon', coordinates })),
    }),
  )

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

const areaOf = (ring: readonly number[]): number => {
  let area = 0
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length
    area += ((ring[at] as number) * (ring[next + 1] as number) - (ring[next] as number) * (ring[at + 1] as number)) / 2
  }
  return area
}

test('polygons are read from GeoJSON with their holes, in the units of the Mercator square', () => {
  const [first, second] = scanPolygons(
    collection([[box(-90, 0, 0, 45), box(-60.5, 10, -30.25, 20)]], [[box(1, 2, 3, 4)]]),
  )
  expect(first?.starts).toEqual([0, 4, 8])
  expect([...(first?.outer ?? [])]).toEqual([0])
  expect([...(first?.points.subarray(0, 4) ?? [])]).toEqual([2 ** 22, 2 ** 23, 2 ** 23, 2 ** 23])
  expect(second?.sizes).toHaveLength(1)
})

test('a polygon is cut into tiles that together cover it, with a strip around each', () => {
  const [sea] = scanPolygons(collection([[box(-100, -50, 100, 50)]]))
  if (!sea) throw new Error('no polygon')
  const tiles = new ZoomTiles(2, 8).polygons(sea)
  expect(tiles.size).toBe(8)
  const inside = tiles.get(1 * 4 + 1) ?? []
  expect(inside).toHaveLength(1)
  const values = inside.flat()
  expect([Math.min(...values) >= -buffer, Math.max(...values) <= extent + buffer]).toEqual([true, true])
  // Outer rings are clockwise on the screen.
  for (const [ring] of tiles.values()) expect(areaOf(ring ?? [])).toBeGreaterThan(0)
})

test('holes have the opposite direction, and are left out with a polygon that is too small', () => {
  const island = box(-10, -10, 10, 10)
  const tiny = box(50, 50, 50.001, 50.001)
  const [sea] = scanPolygons(
    collection([
      [box(-40, -40, 40, 40), island],
      [tiny, tiny],
    ]),
  )
  if (!sea) throw new Error('no polygon')
  const rings = [...new ZoomTiles(0, 8).polygons(sea).values()].flat()
  expect(rings.map((ring) => Math.sign(areaOf(ring)))).toEqual([1, -1])
})

test('a line is cut where it leaves a tile and enters it again', () => {
  const at = (share: number) => share * 2 ** 24
  const zigzag = [at(0.4), at(0.4), at(0.6), at(0.42), at(0.4), at(0.44)]
  const tiles = new ZoomTiles(1, 8).lines([zigzag])
  expect([...tiles.keys()].sort()).toEqual([0, 1])
  expect(tiles.get(0)).toHaveLength(2)
  expect(tiles.get(1)).toHaveLength(1)
})

test('simplifying keeps what is farther than the tolerance', () => {
  expect(simplify([0, 0, 5, 0.4, 10, 0, 15, 3, 20, 0], 1)).toEqual([0, 0, 10, 0, 15, 3, 20, 0])
  expect(simplifyRing([0, 0, 5, 0.1, 10, 0, 10, 10, 0, 10], 1)).toEqual([0, 0, 10, 0, 10, 10, 0, 10])
})

test('lakes with few points are left out, others get rounded corners', () => {
  const six = [
    [8, 47],
    [8.1, 46.9],
    [8.3, 46.9],
    [8.4, 47],
    [8.3, 47.1],
    [8.1, 47.1],
    [8, 47],
  ]
  const [lakes] = scanPolygons(collection([[six], [box(9, 46, 9.5, 46.5)]]))
  if (!lakes) throw new Error('no polygon')
  const smooth = smoothLakes(lakes)
  expect(smooth.starts).toEqual([0, 12])
  expect(smooth.points).toHaveLength(24)
})

import { expect, test } from 'vitest'
import { hillshade, mapSun, type Raster, type Sun } from './hillshade.ts'

const size = 9

/** Heights as a function of metres east and north, in cells of 10 m. */
const raster = (height: (east: number, north: number) => number): Raster => ({
  width: size,
  height: size,
  values: Float32Array.from({ length: size * size }, (_, index) =>
    height((index % size) * 10, -Math.floor(index / size) * 10),
  ),
})
const light = async (height: (east: number, north: number) => number, sun: Sun = mapSun, exaggeration = 1) => {
  const elevations = raster(height)
  return (await hillshade({ elevations, cellSize: () => 10, exaggeration, sun })).values
}
const middle = (values: Float32Array): number => values[(size * size - 1) / 2] as number

/** Lambert's law by slope and aspect. */
const byAngles = (p: number, q: number, { azimuth, altitude }: Sun): number => {
  const [sun, zenith] = [(azimuth * Math.PI) / 180, ((90 - altitude) * Math.PI) / 180]
  const slope = Math.atan(Math.hypot(p, q))
  const aspect = Math.atan2(-p, -q)
  const shade = Math.cos(zenith) * Math.cos(slope) + Math.sin(zenith) * Math.sin(slope) * Math.cos(sun - aspect)
  return Math.max(0, shade) / Math.cos(zenith)
}

test.each([
  [0.3, 0.1],
  [-0.5, 0.4],
  [0.2, -0.9],
  [-1.2, -0.7],
  [0, 0.5],
])('a plane that rises by %d eastward and %d northward is lit by Lambert’s law everywhere', async (p, q) => {
  for (const sun of [mapSun, { azimuth: 120, altitude: 30 }]) {
    const values = await light((east, north) => 500 + p * east + q * north, sun)
    expect(middle(values)).toBeCloseTo(byAngles(p, q, sun), 4)
    const inner = values.filter((_, index) => {
      const [x, y] = [index % size, Math.floor(index / size)]
      return x > 0 && y > 0 && x < size - 1 && y < size - 1
    })
    for (const value of inner) expect(value).toBeCloseTo(middle(values), 4)
  }
})

test('a slope towards the north-west is bright, one towards the south-east dark, level land in between', async () => {
  expect(middle(await light((east, north) => 0.5 * (east - north)))).toBeGreaterThan(1.2)
  expect(middle(await light((east, north) => 0.5 * (north - east)))).toBeLessThan(0.5)
  expect([...(await light(() => 800))]).toEqual(Array(size * size).fill(1))
})

test('exaggeration has the effect of higher mountains', async () => {
  const twice = await light((east) => 0.4 * east, mapSun, 2)
  expect(middle(twice)).toBeCloseTo(middle(await light((east) => 0.8 * east)), 5)
})

test('unknown elevations, their neighbours and the edge are shaded like level land', async () => {
  const values = await light((east, north) => (east === 40 && north === -40 ? Number.NaN : 0.7 * east))
  expect(values.some(Number.isNaN)).toBe(false)
  expect(values[3 * size + 3]).toBe(1)
  expect(values[0]).toBe(1)
  expect(values[1 * size + 1]).not.toBe(1)
})

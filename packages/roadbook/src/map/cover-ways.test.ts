import { distanceM, type Segments } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import { coverWays } from './cover-ways.ts'
import { isInside, projectionAt } from './projection.ts'

const size = { width: 493, height: 677 }
const hiking = { ...size, scale: 50_000 }

/** A straight way of so many points. */
const line = (from: [lat: number, lon: number], to: [lat: number, lon: number], points: number) =>
  Array.from({ length: points }, (_, index) => {
    const share = index / (points - 1)
    return { lat: from[0] + (to[0] - from[0]) * share, lon: from[1] + (to[1] - from[1]) * share }
  })

/** The sheets; fails if a place of the way is on none, or too close to the edge of all. */
const covered = (segments: Segments, sheet = hiking, most = 12) => {
  const sheets = (coverWays(segments, sheet, most) ?? []).map((centre) => projectionAt(centre, sheet, sheet.scale))
  const missing = segments
    .flat()
    .filter((place) => !sheets.some((projection) => isInside(projection, projection.project(place), 14)))
  expect(missing).toEqual([])
  return sheets
}

test('a way has as few sheets as it needs, and neighbours overlap', () => {
  const sheets = covered([line([46, 11], [46, 11.3], 400)])
  // 23.2 km; a sheet is 8.7 km wide, with a centimetre beside the way at each edge.
  expect(sheets).toHaveLength(3)
  const [first, second] = sheets
  expect(first?.window.east).toBeGreaterThan((second?.window.west ?? 0) + 0.008)
  expect(covered([line([46, 11], [46.02, 11.02], 50)])).toHaveLength(1)
})

test('a sheet has its scale in the middle, at every latitude, and 1 km of the way is 2 cm of print', () => {
  const centimetre = 72 / 2.54
  for (const lat of [0, 46, -46, 70, 84]) {
    const [sheet] = covered([line([lat, 11], [lat, 11.0001], 2)])
    if (!sheet) throw new Error('no sheet')
    expect(sheet.denominator).toBeCloseTo(50_000, 3)
    const places = [-0.5, 0.5].map((share) => sheet.placeAt({ x: 246.5 + share * 2 * centimetre, y: 338.5 }))
    const [from, to] = places as [{ lat: number; lon: number }, { lat: number; lon: number }]
    // The sphere of the projection differs from the ellipsoid by up to a third of a per cent along a parallel.
    expect(Math.abs(distanceM(from, to) / 1000 - 1)).toBeLessThan(0.004)
  }
})

test('a way with one point in many kilometres is covered between them, also across the antimeridian', () => {
  const across = line([-16.8, 179.9], [-16.8, 180.1], 2)
  expect(covered([across])).toHaveLength(3)
  const sent = across.map(({ lat, lon }) => ({ lat, lon: lon > 180 ? lon - 360 : lon }))
  expect(covered([sent]).map(({ window }) => Math.round(window.west * 100))).toEqual(
    covered([across]).map(({ window }) => Math.round(window.west * 100)),
  )
})

test('a round trip and the way back on the same path need no further sheets', () => {
  const there = line([46, 11], [46, 11.2], 200)
  expect(covered([[...there, ...there.toReversed()]])).toHaveLength(covered([there]).length)
  const loop = Array.from({ length: 300 }, (_, index) => ({
    lat: 46 + 0.02 * Math.sin((index * 2 * Math.PI) / 299),
    lon: 11 + 0.03 * Math.cos((index * 2 * Math.PI) / 299),
  }))
  expect(covered([loop])).toHaveLength(1)
})

test('a gap has no sheets', () => {
  const [before, after] = [line([46, 11], [46, 11.02], 20), line([46, 12], [46, 12.02], 20)]
  expect(covered([before, after])).toHaveLength(2)
})

test('a straight way of 200 km has 13 sheets at the scale of cycling on A5, and too many at the scale of walking', () => {
  const day = [line([48, 13], [48, 15.68], 2)]
  const cycling = { width: 351, height: 459, scale: 150_000 }
  expect(covered(day, cycling, 15)).toHaveLength(13)
  expect(coverWays(day, hiking, 16)).toBeNull()
})

test('near a pole there are sheets, and without points none', () => {
  expect(covered([line([84.9, 10], [85, 11], 30)]).length).toBeGreaterThan(0)
  expect(coverWays([[]], hiking, 12)).toEqual([])
})

import { boundsOf, distanceM, type Segments } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import { projectionFor } from './projection.ts'

const size = { width: 500, height: 400 }
const projectionOf = (segments: Segments) => {
  const bounds = boundsOf(segments)
  if (!bounds) throw new Error('no points')
  return projectionFor(bounds, size, 20)
}

test('a track fills the drawing except its margin', () => {
  const track = [
    [
      { lat: 46.4, lon: 13.7 },
      { lat: 46.5, lon: 13.75 },
    ],
  ]
  const [start, end] = projectionOf(track).projectLines(track)[0] ?? []
  expect(start?.y).toBeCloseTo(380, 5)
  expect(end?.y).toBeCloseTo(20, 5)
  expect(end?.x).toBeGreaterThan(start?.x ?? 0)
})

test('a unit has the stated length in metres', () => {
  const from = { lat: 46.4, lon: 13.7 }
  const to = { lat: 46.4, lon: 13.8 }
  const projection = projectionOf([[from, to]])
  const units = projection.project(to).x - projection.project(from).x
  expect(Math.abs((units * projection.metresPerUnit) / distanceM(from, to) - 1)).toBeLessThan(0.005)
})

test('a track across the antimeridian is drawn in one piece, eastward to the right', () => {
  const track = [
    [
      { lat: -16.8, lon: 179.5 },
      { lat: -16.8, lon: -179.5 },
      { lat: -16.9, lon: 180.7 },
    ],
  ]
  const xs = projectionOf(track)
    .projectLines(track)[0]
    ?.map(({ x }) => Math.round(x))
  expect(xs?.length).toBe(3)
  expect(xs?.toSorted((a, b) => a - b)).toEqual(xs)
})

test('a track around the earth is cut at the edge of the drawing', () => {
  const track = [Array.from({ length: 37 }, (_, index) => ({ lat: 60, lon: index * 10 }))]
  const lines = projectionOf(track).projectLines(track)
  for (const line of lines)
    for (let index = 1; index < line.length; index += 1)
      expect(Math.abs((line[index]?.x ?? 0) - (line[index - 1]?.x ?? 0))).toBeLessThan(60)
})

test('a single point and the poles have a scale', () => {
  for (const lat of [0, 90, -90]) {
    const { metresPerUnit, project } = projectionOf([[{ lat, lon: 10 }]])
    expect(metresPerUnit).toBeGreaterThan(0)
    expect(Number.isFinite(project({ lat, lon: 10 }).y)).toBe(true)
  }
})

import { packTrack } from '@guidebook/route-geometry'
import { expect, it } from 'vitest'
import { geometryJson } from './geometry-json.ts'

const geometryOf = (...points: { lat: number; lon: number; ele?: number }[]) =>
  JSON.parse(geometryJson(packTrack([points])))

it('a route is a line of longitude, latitude and height, each as it was sent', () => {
  expect(geometryOf({ lat: 46.1, lon: 180, ele: 5.25 }, { lat: 46.2, lon: 179.3 })).toEqual({
    type: 'LineString',
    coordinates: [
      [180, 46.1, 5.25],
      [179.3, 46.2],
    ],
  })
})

it('a line over the antimeridian is cut there', () => {
  const { type, coordinates } = geometryOf({ lat: 0, lon: 179 }, { lat: 1, lon: -179 }, { lat: 2, lon: -178 })
  expect(type).toBe('MultiLineString')
  expect(coordinates).toEqual([
    [
      [179, 0],
      [179.9999999, 0.5],
    ],
    [
      [-180, 0.5],
      [-179, 1],
      [-178, 2],
    ],
  ])
})

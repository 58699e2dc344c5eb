import { boundsOf, packTrack } from '@guidebook/route-geometry'
import { expect, it } from 'vitest'
import { featureGeometry } from './feature-geometry.ts'

const featureOf = (...points: { lat: number; lon: number; ele?: number }[]) =>
  JSON.parse(`{${featureGeometry(packTrack([points]), boundsOf([points]) ?? null)}}`)

it('a route is a line of longitude, latitude and elevation, each as it was sent', () => {
  expect(featureOf({ lat: 46.1, lon: 180, ele: 5.25 }, { lat: 46.2, lon: 179.3 }).geometry).toEqual({
    type: 'LineString',
    coordinates: [
      [180, 46.1, 5.25],
      [179.3, 46.2],
    ],
  })
})

it('a line over the antimeridian is cut there', () => {
  const { bbox, geometry } = featureOf({ lat: 0, lon: 179 }, { lat: 1, lon: -179 }, { lat: 2, lon: -178 })
  expect(geometry).toEqual({
    type: 'MultiLineString',
    coordinates: [
      [
        [179, 0],
        [180, 0.5],
      ],
      [
        [-180, 0.5],
        [-179, 1],
        [-178, 2],
      ],
    ],
  })
  expect(bbox).toEqual([179, 0, -178, 2])
})

it('a box has as many dimensions as the line', () => {
  expect(featureOf({ lat: 1, lon: 2 }, { lat: -3, lon: 4 }).bbox).toEqual([2, -3, 4, 1])
  expect(featureOf({ lat: 1, lon: 2, ele: 7 }, { lat: 3, lon: 4 }, { lat: 3, lon: 5, ele: -2 }).bbox).toEqual([
    2, 1, -2, 5, 3, 7,
  ])
})

it('a line that ends at the antimeridian ends at 180 in its box, too', () => {
  expect(featureOf({ lat: 0, lon: 179 }, { lat: 1, lon: 180 }).bbox).toEqual([179, 0, 180, 1])
  expect(featureOf({ lat: 0, lon: -180 }, { lat: 1, lon: -179 }).bbox).toEqual([-180, 0, -179, 1])
})

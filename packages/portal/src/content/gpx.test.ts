// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { readGpx } from './gpx.ts'

const fileOf = (way: string) =>
  `<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:g="http://www.garmin.com/xmlschemas/GpxExtensions/v3">${way}</gpx>`

test('a route has the points of its extensions after the point that contains them', () => {
  const line = '<g:rpt lat="2" lon="20"></g:rpt><g:rpt lat="3" lon="30"></g:rpt>'
  const extensions = `<extensions><g:RoutePointExtension>${line}</g:RoutePointExtension></extensions>`
  const first = `<rtept lat="1" lon="10"><ele>100</ele>${extensions}</rtept>`
  const points = [
    { lat: 1, lon: 10, ele: 100 },
    { lat: 2, lon: 20 },
    { lat: 3, lon: 30 },
    { lat: 4, lon: 40 },
  ]
  const file = fileOf(`<rte><name>Over</name>${first}<rtept lat="4" lon="40"></rtept></rte>`)
  expect(readGpx(file)).toEqual([{ name: 'Over', points }])
})

test('a point with an empty coordinate is left out', () => {
  const positions = ['lat="1" lon="10"', 'lat="" lon="20"', 'lat="3" lon=" "', 'lat="4" lon="40"']
  const points = positions.map((position) => `<trkpt ${position}></trkpt>`)
  const expected = [
    { lat: 1, lon: 10 },
    { lat: 4, lon: 40 },
  ]
  expect(readGpx(fileOf(`<trk><trkseg>${points.join('')}</trkseg></trk>`))).toEqual([{ name: null, points: expected }])
})

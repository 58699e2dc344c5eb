import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  boundsOf,
  columnsOf,
  joinParts,
  measureRoute,
  packTrack,
  profile,
  routeStatistics,
  simplifySegments,
  unpackColumns,
  unpackTrack,
} from '../src/index.ts'
import { readSampleTrack, samplesMissing } from './sample-tracks.ts'

const names = [
  'Mojstrovka',
  'around-visnjan-with-car',
  'blue_hills',
  'cerknicko-jezero',
  'cerknicko-jezero-without-elevations',
  'first_and_last_elevation',
  'grand-canyon-river',
  'korita-zbevnica',
  'te-araroa-2022-23-track',
  'track-with-extremes',
]

describe.skipIf(samplesMissing)(`real tracks${samplesMissing ? ` (${samplesMissing})` : ''}`, () => {
  test('lengths agree with the known ones', () => {
    const kilometres = (name: string) => routeStatistics(readSampleTrack(name), 'hiking').distanceM / 1000
    expect(kilometres('Mojstrovka')).toBeCloseTo(2.7, 1)
    expect(kilometres('korita-zbevnica')).toBeCloseTo(14.9, 1)
    expect(kilometres('grand-canyon-river')).toBeCloseTo(360, 0)
    expect(kilometres('te-araroa-2022-23-track') / 2993).toBeCloseTo(1, 2)
  })

  test('climbs are plausible', () => {
    const { ascentM, descentM } = routeStatistics(readSampleTrack('Mojstrovka'), 'mountaineering')
    expect(ascentM).toBeGreaterThan(400)
    expect(ascentM).toBeLessThan(500)
    expect(descentM).toBeGreaterThan(350)
    const river = routeStatistics(readSampleTrack('grand-canyon-river'), 'canoeing')
    expect((river.descentM ?? 0) - (river.ascentM ?? 0)).toBeCloseTo(548, -2)
    const araroa = routeStatistics(readSampleTrack('te-araroa-2022-23-track'), 'hiking')
    expect(araroa.ascentM).toBeGreaterThan(60_000)
    expect(araroa.ascentM).toBeLessThan(90_000)
  })

  test('without elevations, and with one at each end of 196 km, the climb is unknown', () => {
    for (const name of ['cerknicko-jezero-without-elevations', 'first_and_last_elevation']) {
      expect(routeStatistics(readSampleTrack(name), 'hiking')).toMatchObject({
        ascentM: null,
        descentM: null,
        hours: null,
      })
    }
  })

  test.each(names)('%s: is packed, unpacked, simplified, profiled and joined', (name) => {
    const track = readSampleTrack(name)
    expect(isDeepStrictEqual(unpackTrack(packTrack(track)), track)).toBe(true)
    const limit = Math.max(1000, 2 * track.length)
    expect(simplifySegments(track, limit).segments.flat().length).toBeLessThanOrEqual(limit)
    expect(profile(track, 200).length).toBeLessThanOrEqual(399)
    const joined = joinParts(track.map((segment) => [segment]))
    expect(joined.gaps.every(({ distanceM }) => distanceM > 100)).toBe(true)
  })

  test.each(names)('%s: as columns it has the same bytes and figures, to the last bit', (name) => {
    const track = readSampleTrack(name)
    const columns = track.map(columnsOf)
    expect(isDeepStrictEqual(packTrack(columns), packTrack(track))).toBe(true)
    expect(isDeepStrictEqual(unpackColumns(packTrack(track)), columns)).toBe(true)
    expect(measureRoute(columns)).toStrictEqual(measureRoute(track))
    expect(boundsOf(columns)).toStrictEqual(boundsOf(track))
  })

  test('Te Araroa in 10,000 points stays within 40 m of the trail', () => {
    expect(simplifySegments(readSampleTrack('te-araroa-2022-23-track'), 10_000).deviationM).toBeLessThan(40)
  })
})

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { daysFrom } from '../src/demo/context.ts'
import type { DataSet } from '../src/demo/data/data-set.ts'
import { readGpx, readGpxFolder } from '../src/demo/data/gpx-folder.ts'
import { montBlanc } from '../src/demo/data/mont-blanc.ts'

import { temporaryFolder } from './temporary-folder.ts'

/** Everything that a stage or the group references exists. */
function expectComplete(data: DataSet): void {
  const ids = (items: readonly { customId: string }[]) => items.map(({ customId }) => customId)
  for (const [used, there] of [
    [data.stages.flatMap(({ routes }) => routes), ids(data.routes)],
    [data.stages.flatMap(({ pois }) => pois), ids(data.pois)],
    [data.stages.flatMap(({ texts }) => texts), ids(data.texts)],
    [data.group.parts, ids(data.routes)],
  ] as const) {
    expect(there).toEqual(expect.arrayContaining([...used]))
    expect(new Set(there).size).toBe(there.length)
  }
  for (const { waypoints } of data.routes) expect(waypoints.length).toBeGreaterThan(1)
}

describe('the built-in data', () => {
  test('references only what it contains', () => expectComplete(montBlanc))

  test('its routes pass through the real places at their real heights', () => {
    const [day] = montBlanc.routes
    expect(day?.waypoints).toContainEqual({ lat: 45.735, lon: 6.7066, ele: 2329 })
    expect(Math.max(...(day?.waypoints.map(({ ele = 0 }) => ele) ?? []))).toBe(2479)
  })
})

const gpx = (points: string) => `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
  <wpt lat="46.1" lon="8.1"><name>Spring &amp; bench</name></wpt><wpt lat="46.2" lon="8.2"/>
  <trk><trkseg>${points}</trkseg><trkseg><trkpt lat="46" lon="8"/></trkseg></trk></gpx>`
const two = '<trkpt lat="46.000001" lon="8"><ele>500.5</ele></trkpt><trkpt lat="46.01" lon="8.01"/>'

describe('a folder of GPX files', () => {
  test('coordinates are read unchanged, and a missing height stays missing', () => {
    expect(readGpx(gpx(two)).pieces).toEqual([
      [
        { lat: 46.000001, lon: 8, ele: 500.5 },
        { lat: 46.01, lon: 8.01 },
      ],
    ])
  })

  test('waypoints without a name are ignored', () => {
    expect(readGpx(gpx(two)).waypoints).toEqual([{ lat: 46.1, lon: 8.1, name: 'Spring & bench' }])
  })

  test('becomes a data set that references only what it contains', () => {
    const folder = join(temporaryFolder(), 'tracks')
    mkdirSync(folder)
    writeFileSync(join(folder, 'one_walk.gpx'), gpx(two))
    const data = readGpxFolder(folder)
    expectComplete(data)
    expect(data.group.parts).toEqual(['one_walk-part-1', 'one_walk-part-2'])
  })

  test('fails with one line when no file has a track', () => {
    const folder = temporaryFolder()
    expect(() => readGpxFolder(folder)).toThrow(`no GPX file with a track in ${folder}`)
  })

  const samples = join(process.env.SAMPLES_DIR ?? resolve(import.meta.dirname, '../../../../shared/samples'), 'tracks')
  test.skipIf(!existsSync(samples))(`of real tracks becomes one too (${samples})`, () => {
    const data = readGpxFolder(samples)
    expectComplete(data)
    expect(data.group.parts.length).toBeGreaterThan(2)
  })
})

test('days are counted in the time zone of the account', () => {
  const lateEvening = new Date('2026-03-28T23:30:00Z')
  expect(daysFrom('UTC', lateEvening)(0)).toBe('2026-03-28')
  expect(daysFrom('Europe/Paris', lateEvening)(0)).toBe('2026-03-29')
  expect(daysFrom('Europe/Paris', lateEvening)(3)).toBe('2026-04-01')
})

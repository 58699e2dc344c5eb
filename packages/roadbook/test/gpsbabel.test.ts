import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { routeStatistics, type Segments } from '@guidebook/route-geometry'
import { expect, test } from 'vitest'
import { courseFiles, gpxFiles, sumOfRoutes } from '../src/index.ts'
import { stageWays } from '../src/stage-ways.ts'
import { altaVia } from './golden/trips/alta-via.ts'
import { danube } from './golden/trips/danube.ts'

const program = process.env.TEST_GPSBABEL
const run = promisify(execFile)

/** GPSBabel's names of the formats. */
const formats = { gpx: 'gpx', tcx: 'gtrnctr', fit: 'garmin_fit' } as const
type Format = keyof typeof formats

/** What another program makes of a file, converted step by step and back into GPX: the length of all its tracks, metres. */
async function lengthAfter(bytes: Uint8Array, steps: readonly [Format, ...Format[]]): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gpsbabel-'))
  const fileOf = (step: number) => join(folder.path, `${step}`)
  await writeFile(fileOf(0), bytes)
  for (const [index, from] of steps.entries()) {
    const into = steps[index + 1] ?? 'gpx'
    const options = ['-t', '-i', formats[from], '-f', fileOf(index), '-o', formats[into], '-F', fileOf(index + 1)]
    await run(program ?? '', options)
  }
  const [, ...parts] = (await readFile(fileOf(steps.length), 'utf8')).split('<trkseg>')
  const segments: Segments = parts.map((part) =>
    [...part.matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)"/g)].map(([, lat, lon]) => ({
      lat: Number(lat),
      lon: Number(lon),
    })),
  )
  return routeStatistics(segments, 'hiking').distanceM
}

test.for([
  ['alta-via', altaVia],
  ['danube', danube],
] as const)(
  '%s: in another program, the course of each day is as long as the day, there and back',
  async ([_, trip], context) => {
    if (program === undefined) return context.skip('GPSBabel is not installed')
    const whole = await trip()
    // The other days have nothing that these do not have.
    const book = { ...whole, stages: whole.stages.slice(0, 2) }
    const [courses, gpx] = [courseFiles(book), gpxFiles(book)]
    const days = book.stages.flatMap((stage) => {
      const lengthM = sumOfRoutes(stageWays(stage).main.routes).distanceMetres
      return lengthM === null || lengthM === 0 ? [] : [{ number: stage.number, lengthM }]
    })
    expect(days).toHaveLength(2)
    for (const { number, lengthM } of days) {
      const ofDay = ({ stage, alternative }: { stage: number | null; alternative?: number }) =>
        stage === number && alternative === undefined
      const course = (format: 'tcx' | 'fit') => courses.find((one) => ofDay(one) && one.format === format)?.bytes
      const file = gpx.files.find((one) => ofDay(one) && one.variant === 'full')
      const conversions: [Uint8Array | undefined, [Format, ...Format[]]][] = [
        [file && gpx.contents[file.content], ['gpx', 'fit', 'tcx']],
        [course('fit'), ['fit', 'tcx']],
        [course('tcx'), ['tcx', 'fit']],
      ]
      for (const [bytes, steps] of conversions) {
        const after = await lengthAfter(bytes ?? new Uint8Array(), steps)
        expect(Math.abs(after - lengthM) / lengthM, `day ${number}, ${steps.join(' to ')}`).toBeLessThan(0.005)
      }
    }
  },
)

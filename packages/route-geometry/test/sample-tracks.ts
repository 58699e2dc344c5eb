import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { XMLParser } from 'fast-xml-parser'
import type { TrackPoint } from '../src/index.ts'

const directory = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))

export const samplesMissing = existsSync(`${directory}/tracks`)
  ? false
  : `no sample tracks at ${directory}: set SAMPLES_DIR to check against them`

const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

interface GpxPoint {
  readonly lat: string
  readonly lon: string
  readonly ele?: string
}

const parsed = new Map<string, TrackPoint[][]>()

/** The segments of all tracks of one of the sample GPX files. */
export function readSampleTrack(name: string): TrackPoint[][] {
  const track = parsed.get(name) ?? parseSampleTrack(name)
  parsed.set(name, track)
  return track
}

function parseSampleTrack(name: string): TrackPoint[][] {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false })
  const { gpx } = parser.parse(readFileSync(`${directory}/tracks/${name}.gpx`, 'utf8'))
  return listOf(gpx.trk)
    .flatMap((track) => listOf(track.trkseg))
    .map((segment) =>
      listOf<GpxPoint>(segment.trkpt).map(({ lat, lon, ele }) => ({
        lat: Number(lat),
        lon: Number(lon),
        ...(ele === undefined ? {} : { ele: Number(ele) }),
      })),
    )
}

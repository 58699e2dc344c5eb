import { existsSync, readFileSync } from 'node:fs'
import type { Segments, TrackPoint } from '@guidebook/route-geometry'
import { XMLParser } from 'fast-xml-parser'

const root = new URL('../../../../', import.meta.url)
const samples = process.env.SAMPLES_DIR ?? new URL('shared/samples', root).pathname

export const samplesMissing = existsSync(samples) ? null : `samples missing: ${samples}`
export const sampleFile = (path: string): Buffer => readFileSync(`${samples}/${path}`)

interface GpxPoint {
  '@lat': string
  '@lon': string
  ele?: string
  name?: string
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => ['trk', 'trkseg', 'trkpt', 'wpt'].includes(name),
})

const pointOf = ({ '@lat': lat, '@lon': lon, ele }: GpxPoint): TrackPoint => ({
  lat: Number(lat),
  lon: Number(lon),
  ...(ele !== undefined && ele !== '' && { ele: Number(ele) }),
})

interface GpxTrack {
  name?: string
  trkseg?: ({ trkpt?: GpxPoint[] } | '')[]
}

export interface SampleTrack {
  name: string
  segments: Segments
}

/** The tracks and waypoints of a GPX file as they stand in it. */
export const readGpx = (xml: string): { tracks: SampleTrack[]; waypoints: (TrackPoint & { name: string })[] } => {
  const { gpx } = parser.parse(xml) as { gpx: { trk?: GpxTrack[]; wpt?: GpxPoint[] } }
  return {
    tracks: (gpx.trk ?? []).map(({ name = '', trkseg = [] }) => ({
      name: String(name),
      segments: trkseg.map((segment) => (segment === '' ? [] : (segment.trkpt ?? []).map(pointOf))),
    })),
    waypoints: (gpx.wpt ?? []).map((point) => ({ ...pointOf(point), name: String(point.name ?? '') })),
  }
}

export const sampleTracks = (name: string) => readGpx(sampleFile(`tracks/${name}.gpx`).toString())

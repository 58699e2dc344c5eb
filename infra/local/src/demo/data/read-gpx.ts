import { XMLParser } from 'fast-xml-parser'
import type { Waypoint } from './data-set.ts'

export interface NamedPoint extends Waypoint {
  name: string
}

/** The parts of a GPX 1.0 or 1.1 file that can become a route. */
export interface GpxContent {
  /** Track segments and routes with at least two points each. */
  pieces: Waypoint[][]
  waypoints: NamedPoint[]
}

const repeated = new Set(['trk', 'trkseg', 'trkpt', 'rte', 'rtept', 'wpt'])
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  isArray: (name) => repeated.has(name),
})

interface GpxPoint {
  lat: string
  lon: string
  ele?: string
  name?: string
}
interface GpxFile {
  gpx?: { trk?: { trkseg?: { trkpt?: GpxPoint[] }[] }[]; rte?: { rtept?: GpxPoint[] }[]; wpt?: GpxPoint[] }
}

const toWaypoint = ({ lat, lon, ele }: GpxPoint): Waypoint => ({
  lat: Number(lat),
  lon: Number(lon),
  ...(ele === undefined || ele === '' ? {} : { ele: Number(ele) }),
})

export function readGpx(xml: string): GpxContent {
  const { gpx = {} } = parser.parse(xml) as GpxFile
  const segments = (gpx.trk ?? []).flatMap(({ trkseg = [] }) => trkseg.map(({ trkpt = [] }) => trkpt))
  const routes = (gpx.rte ?? []).map(({ rtept = [] }) => rtept)
  const pieces = [...segments, ...routes].map((points) => points.map(toWaypoint)).filter((points) => points.length >= 2)
  const waypoints = (gpx.wpt ?? []).map((point) => ({ ...toWaypoint(point), name: String(point.name ?? '').trim() }))
  return { pieces, waypoints: waypoints.filter(({ name }) => name !== '') }
}

import { escapeXml } from './escape-xml.ts'
import type { Segment, Segments } from './track-columns.ts'

/** Content of a GPX 1.1 document (topografix.com/GPX/1/1). Empty and missing texts are left out. */
export interface GpxContent {
  name: string
  description?: string
  author?: string
  waypoints?: readonly GpxWaypoint[]
  tracks?: readonly GpxTrack[]
}

export interface GpxWaypoint {
  lat: number
  lon: number
  name: string
  description?: string
  link?: string | null
  symbol?: string
  type?: string
}

export interface GpxTrack {
  name: string
  description?: string
  number?: number | null
  /** Kind of movement, as text. */
  type?: string
  /** Normalised longitudes, cut at the antimeridian. */
  segments: Segments
}

/**
 * `rounded`: seven decimals (a centimetre) for coordinates and two for elevations. `exact`: the unchanged numbers; below 1e-6 they have
 * 14 decimals, since GPX allows no exponents.
 */
export type GpxPrecision = 'rounded' | 'exact'

type WriteNumber = (value: number, digits: number) => string

/** JavaScript writes numbers from 1e-6 to 1e21 without an exponent, and with only as many decimals as they have. */
const rounded: WriteNumber = (value, digits) => {
  const scale = 10 ** digits
  const near = Math.round(value * scale) / scale
  if (near === 0) return '0'
  return Math.abs(near) < 1e-6 ? near.toFixed(digits) : `${near}`
}

const exact: WriteNumber = (value) => (Math.abs(value) < 1e-6 ? value.toFixed(14) : `${value}`)

const element = (name: string, text = ''): string => (text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`)

const position = ({ lat, lon }: { lat: number; lon: number }, write: WriteNumber): string => {
  const longitude = write(lon, 7)
  // GPX longitudes are below 180, which rounding may reach.
  return `lat="${write(lat, 7)}" lon="${longitude === '180' ? '-180' : longitude}"`
}

const waypoint = (place: GpxWaypoint, write: WriteNumber): string =>
  [
    `<wpt ${position(place, write)}>`,
    element('name', place.name),
    element('desc', place.description),
    place.link ? `<link href="${escapeXml(place.link)}"/>` : '',
    element('sym', place.symbol),
    element('type', place.type),
    '</wpt>',
  ].join('')

const segmentOf = (points: Segment, write: WriteNumber): string =>
  points
    .map((point) => {
      const ele = point.ele === undefined ? '/>\n' : `><ele>${write(point.ele, 2)}</ele></trkpt>\n`
      return `<trkpt ${position(point, write)}${ele}`
    })
    .join('')

/** Segments that were written before, for several files with the same ones: a trip has each in the file of its stage and in that of the whole trip. */
export type WrittenSegments = Map<Segment, string>

const track = (
  { name, description, number = null, type, segments }: GpxTrack,
  write: WriteNumber,
  written: WrittenSegments,
): string => {
  const parts = [`<trk>${element('name', name)}${element('desc', description)}`]
  if (number !== null && Number.isInteger(number) && number >= 0) parts.push(`<number>${number}</number>`)
  parts.push(element('type', type))
  for (const points of segments) {
    const text = written.get(points) ?? segmentOf(points, write)
    written.set(points, text)
    parts.push('\n<trkseg>\n', text, '</trkseg>')
  }
  parts.push('\n</trk>')
  return parts.join('')
}

/**
 * Writes GPX 1.1 as text: the writers on npm build a tree of objects, which takes far more time and memory for a long track. `written`: of files
 * with the same precision.
 */
export function writeGpx(
  content: GpxContent,
  precision: GpxPrecision = 'rounded',
  written: WrittenSegments = new Map(),
): string {
  const { name, description, author, waypoints = [], tracks = [] } = content
  const write = precision === 'exact' ? exact : rounded
  const metadata = [
    element('name', name),
    element('desc', description),
    author ? `<author>${element('name', author)}</author>` : '',
  ]
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Guidebook" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">',
    `<metadata>${metadata.join('')}</metadata>`,
    ...waypoints.map((place) => waypoint(place, write)),
    ...tracks.map((one) => track(one, write, written)),
    '</gpx>',
  ].join('\n')}\n`
}

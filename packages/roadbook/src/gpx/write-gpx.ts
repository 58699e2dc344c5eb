import type { Segments } from '@guidebook/route-geometry'
import { escapeXml } from '../map/svg.ts'

/**
 * Writes GPX 1.1 (topografix.com/GPX/1/1) directly. The npm writers build a tree of objects first: ten times slower
 * on a long track and far hungrier; and they print small coordinates as `1e-7`, which the schema does not know as a decimal.
 */
export interface GpxContent {
  name: string
  description: string
  author: string
  waypoints: readonly GpxWaypoint[]
  tracks: readonly GpxTrack[]
}

export interface GpxWaypoint {
  lat: number
  lon: number
  name: string
  description: string
  link: string | null
  symbol: string
}

export interface GpxTrack {
  name: string
  description: string
  number: number | null
  /** What kind of movement; a word of the interface. */
  type: string
  /** Normalised longitudes, cut at the antimeridian. */
  segments: Segments
}

/** Seven decimals are a centimetre; never an exponent. Made of whole numbers: a book has a hundred thousand of them. */
const decimal = (value: number, digits: number): string => {
  const scale = 10 ** digits
  const steps = Math.round(Math.abs(value) * scale)
  const fraction = steps % scale
  const sign = value < 0 && steps > 0 ? '-' : ''
  const whole = `${sign}${(steps - fraction) / scale}`
  if (fraction === 0) return whole
  const text = String(fraction).padStart(digits, '0')
  let end = text.length
  while (text.charCodeAt(end - 1) === 0x30) end--
  return `${whole}.${text.slice(0, end)}`
}

/** Where rounding would lift a longitude to 180, which GPX gives to the other side. */
const longitude = (lon: number): string => {
  const text = decimal(lon, 7)
  return text === '180' ? '-180' : text
}

const position = (point: { lat: number; lon: number }): string =>
  `lat="${decimal(point.lat, 7)}" lon="${longitude(point.lon)}"`
const optional = (name: string, text: string): string => (text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`)

const waypoint = (place: GpxWaypoint): string =>
  `<wpt ${position(place)}>${optional('name', place.name)}${optional('desc', place.description)}${
    place.link === null ? '' : `<link href="${escapeXml(place.link)}"/>`
  }<sym>${escapeXml(place.symbol)}</sym></wpt>`

const track = ({ name, description, number, type, segments }: GpxTrack): string => {
  const parts = [`<trk>${optional('name', name)}${optional('desc', description)}`]
  if (number !== null && Number.isInteger(number) && number >= 0) parts.push(`<number>${number}</number>`)
  parts.push(optional('type', type))
  for (const points of segments) {
    parts.push('\n<trkseg>\n')
    for (const point of points) {
      parts.push(
        point.ele === undefined
          ? `<trkpt ${position(point)}/>\n`
          : `<trkpt ${position(point)}><ele>${decimal(point.ele, 2)}</ele></trkpt>\n`,
      )
    }
    parts.push('</trkseg>')
  }
  parts.push('\n</trk>')
  return parts.join('')
}

export const writeGpx = ({ name, description, author, waypoints, tracks }: GpxContent): string =>
  `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Guidebook" xmlns="http://www.topografix.com/GPX/1/1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">',
    `<metadata>${optional('name', name)}${optional('desc', description)}${author === '' ? '' : `<author><name>${escapeXml(author)}</name></author>`}</metadata>`,
    ...waypoints.map(waypoint),
    ...tracks.map(track),
    '</gpx>',
  ].join('\n')}\n`

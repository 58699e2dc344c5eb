import { normaliseLon, splitAtAntimeridian, type TrackPoint, unpackTrack } from '@guidebook/route-geometry'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of an XML 1.0 document; characters that it can't hold at all become the replacement character. */
const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: just these are what XML 1.0 refuses
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)

/** GPX 1.1; the fixed parts in the order of its schema. */
const documentOf = (title: string, content: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<gpx version="1.1" creator="Guidebook service" xmlns="http://www.topografix.com/GPX/1/1" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">\n' +
  `<metadata><name>${escaped(title)}</name></metadata>\n${content}\n</gpx>\n`

/** GPX writes decimals only: no exponents, which JavaScript uses below 1e-6. Shorter than a nanometre is nothing. */
const degrees = (value: number): string => (Math.abs(value) < 1e-6 ? value.toFixed(14) : `${value}`)

const trackPoint = ({ lat, lon, ele }: TrackPoint): string =>
  `<trkpt lat="${degrees(lat)}" lon="${degrees(lon)}">${ele === undefined ? '' : `<ele>${degrees(ele)}</ele>`}</trkpt>`

/**
 * A route as a GPX track: every point, no invented time or elevation, a line over the antimeridian cut there
 * (-180 <= lon < 180). Strings are put together as they come: a document tree of 200,000 points takes 12 s and 2 GB.
 */
export const trackGpx = (packed: Uint8Array, title: string): string => {
  const segments = splitAtAntimeridian(unpackTrack(packed))
    .map((points) => `<trkseg>\n${points.map(trackPoint).join('\n')}\n</trkseg>`)
    .join('\n')
  return documentOf(title, `<trk><name>${escaped(title)}</name>\n${segments}\n</trk>`)
}

export const waypointGpx = (point: { lat: number; lng: number; icon: string }, title: string): string =>
  documentOf(
    title,
    `<wpt lat="${degrees(point.lat)}" lon="${degrees(normaliseLon(point.lng))}">` +
      `<name>${escaped(title)}</name><type>${escaped(point.icon)}</type></wpt>`,
  )

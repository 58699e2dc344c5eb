import { type GpxWaypoint, normaliseLon } from '@guidebook/route-geometry'
import type { Accommodation, PlaceDetails, Poi } from '../document.ts'
import { textOfHtml } from '../html/printable-html.ts'
import { webLink } from '../html/safe-link.ts'
import { garminSymbolOf } from '../poi/poi-icons.ts'
import { plainText } from '../text/plain-text.ts'

type Place = Pick<Poi, 'name' | 'html' | keyof PlaceDetails> & { lat: number | null; lon: number | null }

/** What a traveller on the way needs; a device shows a few lines. */
const detailsOf = ({ address, openingHours, phone, email }: Place): string[] =>
  [address, openingHours, phone, email].map((text) => plainText(text ?? ''))

const waypoint = (place: Place, symbol: string): GpxWaypoint[] => {
  const { name, html, lat, lon, web } = place
  return lat === null || lon === null
    ? []
    : [
        {
          lat,
          lon: normaliseLon(lon),
          name: plainText(name),
          description: [textOfHtml(html), ...detailsOf(place)].filter(Boolean).join('\n'),
          link: web && webLink(web),
          symbol,
        },
      ]
}

/** A longer description, in characters, is not extended: many entries of one place must take neither long nor much room. */
const longestExtended = 1_000

/** The first of two entries of one place with what only the second one has: lines of the description, and the link. */
const merged = (first: GpxWaypoint, second: GpxWaypoint): GpxWaypoint => {
  const { description = '' } = first
  const link = first.link || second.link || null
  if (description.length > longestExtended) return { ...first, link }
  const lines = new Set(description.split('\n'))
  const more = second.description?.split('\n').filter((line) => !lines.has(line)) ?? []
  return { ...first, link, description: [description, ...more].filter(Boolean).join('\n') }
}

/**
 * Hotels first, then places. A waypoint of several stages, such as a hotel for two nights, exists once; a hotel that is also a place remains a
 * hotel. Comments of a booking, which may contain the code of a key safe, are left out: GPX files get shared.
 */
export const waypointsOf = (parts: readonly { pois: Poi[]; accommodations: Accommodation[] }[]): GpxWaypoint[] => {
  const all = [
    ...parts.flatMap((part) => part.accommodations.flatMap((stay) => waypoint(stay, 'Lodging'))),
    ...parts.flatMap((part) => part.pois.flatMap((poi) => waypoint(poi, garminSymbolOf(poi.icon)))),
  ]
  const unique = new Map<string, GpxWaypoint>()
  for (const place of all) {
    const key = JSON.stringify([place.name, place.lat, place.lon])
    const first = unique.get(key)
    unique.set(key, first ? merged(first, place) : place)
  }
  return [...unique.values()]
}

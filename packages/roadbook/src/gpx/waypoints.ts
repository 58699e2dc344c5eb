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

/**
 * Hotels first, then places. A waypoint of several stages, such as a hotel for two nights, exists once. Comments of a booking, which may contain
 * the code of a key safe, are left out: GPX files get shared.
 */
export const waypointsOf = (parts: readonly { pois: Poi[]; accommodations: Accommodation[] }[]): GpxWaypoint[] => {
  const all = [
    ...parts.flatMap((part) => part.accommodations.flatMap((stay) => waypoint(stay, 'Lodging'))),
    ...parts.flatMap((part) => part.pois.flatMap((poi) => waypoint(poi, garminSymbolOf(poi.icon)))),
  ]
  return [...new Map(all.map((place) => [JSON.stringify([place.name, place.lat, place.lon]), place])).values()]
}

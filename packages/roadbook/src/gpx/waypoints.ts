import { type GpxWaypoint, normaliseLon } from '@guidebook/route-geometry'
import type { Accommodation, Poi } from '../document.ts'
import { webLink } from '../html/safe-link.ts'
import { textOfHtml } from '../html/text-of-html.ts'
import { plainText } from '../text/plain-text.ts'
import { garminSymbolOf, lodgingSymbol } from './garmin-symbol.ts'

const descriptionOf = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n')

const ofAccommodation = (stay: Accommodation): GpxWaypoint[] =>
  stay.lat === null || stay.lon === null
    ? []
    : [
        {
          lat: stay.lat,
          lon: normaliseLon(stay.lon),
          name: plainText(stay.name),
          description: descriptionOf([
            stay.comment && plainText(stay.comment),
            textOfHtml(stay.html),
            stay.phone && plainText(stay.phone),
          ]),
          link: stay.web && webLink(stay.web),
          symbol: lodgingSymbol,
        },
      ]

const ofPoi = (poi: Poi): GpxWaypoint => ({
  lat: poi.lat,
  lon: normaliseLon(poi.lon),
  name: plainText(poi.name),
  description: descriptionOf([textOfHtml(poi.html), poi.phone && plainText(poi.phone)]),
  link: poi.web && webLink(poi.web),
  symbol: garminSymbolOf(poi.icon),
})

/** Hotels first, then places. A waypoint of several stages, such as a hotel for two nights, exists once. */
export const waypointsOf = (
  parts: readonly { pois: readonly Poi[]; accommodations: readonly Accommodation[] }[],
): GpxWaypoint[] => {
  const all = [
    ...parts.flatMap(({ accommodations }) => accommodations.flatMap(ofAccommodation)),
    ...parts.flatMap(({ pois }) => pois.map(ofPoi)),
  ]
  return [...new Map(all.map((place) => [JSON.stringify([place.name, place.lat, place.lon]), place])).values()]
}

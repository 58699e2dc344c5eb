import { messagesOf } from '@guidebook/messages'
import type { GeneralInfo } from './document.ts'
import { poiGroupOf } from './poi/poi-icons.ts'
import { plainText } from './text/plain-text.ts'

/** A part of a book whose places all have a name: one without a name is called "Accommodation", or by its group of POIs, such as "Sight". */
export function withPlaceNames(part: GeneralInfo, lang: string): GeneralInfo {
  const texts = messagesOf('roadbook', lang)
  const named = <Place extends { name: string }>(place: Place, otherwise: string): Place =>
    plainText(place.name) === '' ? { ...place, name: otherwise } : place
  return {
    ...part,
    pois: part.pois.map((poi) => named(poi, texts[`poiGroup.${poiGroupOf(poi.icon)}`])),
    accommodations: part.accommodations.map((stay) => named(stay, texts.accommodation)),
  }
}

import type { ItemContent } from '@guidebook/contracts'
import type { BookPoi, BookRoute, BookText, Figures, StoredTrack } from './book-content.ts'

type Content<Kind extends ItemContent['kind']> = Extract<ItemContent, { kind: Kind }>

const common = ({ id, customId, names, descriptions, image }: ItemContent) => ({
  id,
  externalId: customId ?? id,
  names,
  descriptions,
  image,
})

export const storedRoute = (item: Content<'route'>): BookRoute => ({
  ...common(item),
  icon: item.icon,
  color: item.color,
  track: { from: 'item', ...storedTrack(item) },
  figures: figuresOf(item.attributes),
})

/** Of a route that is a part of a group. */
export const storedTrack = ({ id, customId, pointCount }: Content<'route'>): StoredTrack => ({
  id,
  externalId: customId ?? id,
  points: pointCount,
})

export const storedPoi = (item: Content<'poi'>): BookPoi => ({
  ...common(item),
  lat: item.lat,
  lon: item.lng,
  icon: item.icon,
  phone: item.attributes.phone || null,
  web: item.attributes.web || null,
})

export const storedText = (item: Content<'text'>): BookText => common(item)

/** Attributes are decimal strings in metres, kilometres and hours; the book reckons in metres and seconds. */
function figuresOf(attributes: Content<'route'>['attributes']): Figures {
  const number = (text: string | null, factor: number): number | null => {
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) ? value * factor : null
  }
  return {
    distanceMetres: number(attributes.routeDistance, 1000),
    ascentMetres: number(attributes.altitudeUp, 1),
    descentMetres: number(attributes.altitudeDown, 1),
    durationSeconds: number(attributes.time, 3600),
  }
}

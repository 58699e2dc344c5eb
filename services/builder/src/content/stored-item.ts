import type { ItemContent } from '@guidebook/contracts'
import type { BookPoi, BookRoute, BookText, Figures, TrackPart } from './book-content.ts'
import type { Content } from './references.ts'

/** `pointer`: JSON Pointer into the request; null for an item of a stored guidebook. */
const common = ({ id, customId, names, descriptions, image }: ItemContent, pointer: string | null) => ({
  id,
  externalId: customId ?? id,
  pointer,
  names,
  descriptions,
  image,
})

export const storedRoute = (item: Content<'route'>, pointer: string | null = null): BookRoute => ({
  ...common(item, pointer),
  icon: item.icon,
  color: item.color,
  parts: [storedTrack(item, pointer)],
  figures: figuresOf(item.attributes),
})

/** The track of a stored route, for example of a part of a group. */
export const storedTrack = (
  { id, customId, pointCount }: Content<'route'>,
  pointer: string | null = null,
): TrackPart => ({
  id,
  externalId: customId ?? id,
  pointer,
  points: pointCount,
})

export const storedPoi = (item: Content<'poi'>, pointer: string | null = null): BookPoi => ({
  ...common(item, pointer),
  lat: item.lat,
  lon: item.lng,
  icon: item.icon,
  phone: item.attributes.phone || null,
  web: item.attributes.web || null,
})

export const storedText = (item: Content<'text'>, pointer: string | null = null): BookText => common(item, pointer)

/** Converts attributes, which are decimal strings in metres, kilometres and hours, to metres and seconds. */
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
